// Rules: what to look for, and what to tell the owner of the code. Loaded from YAML, see
// docs/writing-rules.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "knowledge/target_condition.h"

namespace re2 {
class RE2;
}

namespace npuport {

// User-visible text in both languages; {name} placeholders are filled from the match.
struct LocalizedText {
  std::string en;
  std::string zh;
  bool empty() const { return en.empty() && zh.empty(); }
};

enum class Mode : uint8_t { kNone, kAuto, kManual };
enum class Risk : uint8_t { kNone, kLow, kMedium, kHigh, kBlocker };
enum class Confidence : uint8_t { kLow, kMedium, kHigh };

// Days of one engineer; low and likely and high.
struct Effort {
  double low = 0, likely = 0, high = 0;
};

// What kind of place a matcher looks at.
enum class Subject : uint8_t {
  kReference,  // a use of a qualified name, called or not
  kCall,       // a call of a qualified name
  kImport,     // an import that binds the name or something below it
  kBase,       // a class base
  kDecorator,  // a decorator, plain or called
  kMethod,  // a call of a method by its name; the receiver is not a project class that defines it
  kAttribute,    // an attribute read by its name, likewise
  kKeyword,      // a keyword argument by its name
  kString,       // a string literal that is used as a value (docstrings and messages are not)
  kCompare,      // a comparison whose one side is `names` (call or attribute) and whose other side
                 // satisfies `value`
  kEnvironment,  // an environment variable, in any language
  kCommand,      // a command line, in any language
  kSetting,      // a key in a YAML, JSON, TOML or INI file
  kImage,        // a container image
  kDirective,    // a scheduler directive
  kIndex,        // a package index or channel
  kRequirement,  // a declared package
  kBuild,        // a CMake or Makefile command or variable
  kCpp,          // a site of the C++/CUDA inventory
};

// A condition on a value that the project model computed (through constants, defaults, aliases,
// f-strings).
struct ValuePredicate {
  enum class Kind : uint8_t {
    kAny,       // the value exists
    kEquals,    // one of `texts`
    kContains,  // contains one of `texts`
    kStartsWith,
    kMatches,  // RE2, whole value
    kDevice,   // names a CUDA device: "cuda", "cuda:0", f"cuda:{x}"
    kInteger,
    kTrue,
    kFalse,
    kNoneValue,
    kResolvesTo,  // the value is a reference to one of the qualified names in `texts`
    kString,      // any string
    kMadeBy,      // the result of calling one of the qualified names in `texts`; "*" globs
  };
  Kind kind = Kind::kAny;
  bool negated = false;
  std::vector<std::string> texts;
  std::shared_ptr<re2::RE2> pattern;
};

struct ArgumentCondition {
  std::string argument;  // keyword name; "" = only by position
  int position = -1;     // 0-based; -1 = keyword only
  bool absent = false;   // true: the argument must not be given
  ValuePredicate value;
};

// Which token a finding marks.
enum class ReportSpan : uint8_t {
  kDefault,   // the matched name: dotted chain, imported name, method name, keyword's value, ...
  kArgument,  // the argument named in `report_argument`
  kCall,      // the whole call
  kName,      // only the last name of the chain
  kValue,     // keyword, setting, environment: the value
  kKey,       // keyword, setting, environment: the key
  kFlag,      // command: the word that matched
};

struct Matcher {
  Subject subject = Subject::kReference;
  // Names by subject: qualified names (a.b.c; "*" is one part, a final "**" any rest), method
  // names, environment variables, program names, package names ("*" globs). Any may match.
  std::vector<std::string> names;
  std::vector<std::string> except;  // names of the same form that do not match
  std::vector<ArgumentCondition>
      where;  // all must hold (call, method, keyword: the call it stands in)
  std::vector<std::string> receiver;  // method, attribute: accepted receiver kinds: tensor, module,
                                      // device, unknown, or qualified class names
  std::vector<std::string> callee;  // keyword: qualified names of the called function; empty = any
  ValuePredicate value;            // keyword, string, compare, environment (value), setting (value)
  std::shared_ptr<re2::RE2> key;   // setting: key path; partial match
  std::shared_ptr<re2::RE2> text;  // command: arguments joined by one space; image, directive,
                                   // index, build arguments: partial match; cpp: the whole name
  std::shared_ptr<re2::RE2>
      flag;  // command: one whole word after the program; the word is the value
  std::vector<std::string> inside;      // call, method: only inside "with f():" of one of the names
  std::shared_ptr<re2::RE2> statement;  // call, method: somewhere in the statement's source text
  std::vector<std::string> importing;   // call, method: only in files that import one of the names
  std::vector<std::string> outside;     // reference: no match inside these: "compare", "annotation"
  std::string cpp_kind;                 // cpp: include, call, kernel, ...
  std::vector<std::string>
      files;  // limits: yaml, json, toml, ini, shell, docker, ci, ...; empty = all
  ReportSpan report = ReportSpan::kDefault;
  std::string report_argument;
};

// The mode, for the target that the report is made for.
struct ModeRule {
  enum class Kind : uint8_t { kFixed, kTransfer, kByRelease };
  Kind kind = Kind::kFixed;
  Mode fixed = Mode::kManual;  // kFixed, and what kTransfer falls back to when the table has no row
  std::string api;             // kTransfer: the row to ask; "" = the matched qualified name
  struct Step {
    std::string torch_npu;  // version bound such as ">=2.1"
    Mode mode = Mode::kManual;
  };
  std::vector<Step> steps;  // kByRelease: first that holds
};

// What a rule says in addition for some targets: every one whose condition holds applies, in order.
struct TargetVariant {
  TargetCondition when;
  std::vector<std::string> names;  // only for these matched names; empty = all
  std::optional<Mode> mode;
  std::optional<Risk> risk;
  LocalizedText note;
  std::vector<std::string> sources;
};

// One line of a sample that must carry the rule (samples mark it with "#! rule-id" or "//!
// rule-id").
struct Sample {
  std::string file;  // name that gives the kind: sample.py, Dockerfile, config.yaml, kernel.cu
  std::string text;  // marks removed
  std::vector<uint32_t> lines;  // 1-based, where this rule must fire; empty for silent samples
  std::vector<std::pair<std::string, std::string>> beside;  // other files around it: name, text
};

struct Rule {
  std::string id;
  int domain = 2;
  LocalizedText title;
  LocalizedText message;       // what breaks on NPU, and why
  LocalizedText replacement;   // what to write instead
  std::vector<Matcher> match;  // any
  ModeRule mode;
  std::vector<TargetVariant> targets;
  Risk risk = Risk::kMedium;
  Confidence confidence = Confidence::kHigh;
  std::string effort;  // class of effort.yaml
  std::string table;   // "cuda_api_map", "env_vars", "distributed", "packages": fills
                       // {npu_equivalent} etc. per matched name
  std::vector<std::string> sources;
  // Distributions that a finding of this rule shows to be used with CUDA, whatever their table
  // says.
  std::vector<std::string> packages;
  std::vector<std::string> covers;  // ids of facts/pitfalls.tsv and names of table rows
  std::vector<Sample> fires;
  std::vector<Sample> silent;
  bool from_user = false;  // loaded from --rules
  std::string origin;      // file it came from, for messages
};

}  // namespace npuport
