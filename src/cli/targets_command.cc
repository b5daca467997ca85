#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/knowledge_option.h"
#include "render/json_writer.h"
#include "render/phrases.h"
#include "render/terminal_text.h"
#include "render/text.h"

namespace npuport {
namespace {

constexpr const char* kSocs[] = {"A2", "A3", "310P", "950"};

std::string companion_version(const Knowledge& knowledge, const char* package,
                              const Target& target) {
  const CompanionRow* row = knowledge.companions().find(package, target);
  return row == nullptr ? "" : std::string(row->version);
}

void optional_member(JsonWriter& w, const char* name, std::string_view value) {
  w.key(name);
  if (value.empty()) {
    w.null();
  } else {
    w.value(value);
  }
}

std::string as_json(const Knowledge& knowledge) {
  std::string out;
  JsonWriter w(out);
  w.begin_object(JsonWriter::Layout::kBlock);
  w.member("knowledge_date", knowledge.date());
  w.member("latest", "torch_npu=" + knowledge.versions().default_target().torch_npu);
  w.key("soc").begin_array();
  for (const char* soc : kSocs) w.value(soc);
  w.end_array();
  w.key("targets").begin_array(JsonWriter::Layout::kBlock);
  for (const VersionRow& row : knowledge.versions().rows()) {
    w.begin_object();
    w.member("torch", row.target.torch);
    w.member("torch_npu", row.target.torch_npu);
    optional_member(w, "release", row.target.release);
    optional_member(w, "cann", row.target.cann);
    w.key("python").begin_array();
    for (const std::string_view python : row.python_list()) w.value(python);
    w.end_array();
    w.member("released", row.released());
    w.member("lifecycle", row.lifecycle);
    optional_member(w, "first_release", row.first_release);
    optional_member(w, "next_step", row.next_step);
    optional_member(w, "eol_date", row.ended());
    for (const char* package : {"torchvision", "torchaudio", "triton-ascend"}) {
      std::string key = package;
      for (char& c : key) c = c == '-' ? '_' : c;
      optional_member(w, key.c_str(), companion_version(knowledge, package, row.target));
    }
    w.member("source", row.source);
    w.end_object();
  }
  w.end_array();
  w.end_object();
  return out + "\n";
}

// One line a release: what is alive first, as the table has it newest first.
class Listing {
 public:
  Listing(const Knowledge& knowledge, Language language, bool colors)
      : knowledge_(knowledge), language_(language), colors_(colors) {}

  std::string str() {
    group({"Maintained", "在维护"}, [](const VersionRow& row) { return row.active(); });
    group({"Not released", "未发布"}, [](const VersionRow& row) { return !row.released(); });
    group({"End of life", "已停止维护"},
          [](const VersionRow& row) { return row.released() && !row.active(); });
    out_ += "\n" +
            say({"SoC: A2, A3, 310P, 950 (default A2). Choose with --target, for example "
                 "torch_npu=2.6.0.post5,soc=A3 or latest.",
                 "SoC：A2、A3、310P、950（默认 A2）。用 --target 指定，例如 "
                 "torch_npu=2.6.0.post5,soc=A3 或 latest。"}) +
            "\n";
    return std::move(out_);
  }

 private:
  std::string say(Phrase phrase) const { return std::string(phrase.in(language_)); }

  template <typename Wanted>
  void group(Phrase title, Wanted wanted) {
    out_ += (out_.empty() ? "" : "\n") + colored(say(title), Color::kBold, colors_) + "\n  " +
            pad("torch_npu", 16) + pad("torch", 9) + pad(say({"release", "版本"}), 10) +
            pad("CANN", 10) + pad("Python", 13) + say({"next", "后续"}) + "\n";
    for (const VersionRow& row : knowledge_.versions().rows()) {
      if (!wanted(row)) continue;
      std::string line = "  " + pad(row.target.torch_npu, 16) + pad(row.target.torch, 9) +
                         pad(row.target.release, 10) + pad(row.target.cann, 10) +
                         pad(pythons(row), 13) + next(row);
      while (line.ends_with(' ')) line.pop_back();
      out_ += line + "\n";
    }
  }

  static std::string pythons(const VersionRow& row) {
    const std::vector<std::string_view> list = row.python_list();
    if (list.empty()) return "";
    return list.size() == 1 ? std::string(list.front())
                            : std::string(list.front()) + "-" + std::string(list.back());
  }

  std::string next(const VersionRow& row) const {
    std::string text = say(lifecycle_phrase(row.lifecycle));
    if (!row.ended().empty()) return text + " " + row.ended();
    if (!row.next_step.empty()) {
      text += say({"; ", "；"}) + visible(next_step_text(row.next_step, language_));
    }
    return text;
  }

  const Knowledge& knowledge_;
  const Language language_;
  const bool colors_;
  std::string out_;
};

}  // namespace

int run_targets(const TargetsOptions& options, Console& console) {
  const Result<Knowledge> knowledge = load_knowledge(options.knowledge, RuleUse::kRead);
  if (!knowledge) {
    console.note(knowledge.error().message);
    return kExitUsage;
  }
  const Language language = choose_language(options.language, console.environment);
  const std::string text =
      options.format == "json"
          ? as_json(knowledge.value())
          : Listing(knowledge.value(), language, console.environment.colors).str();
  return console.data(text) ? kExitOk : kExitUsage;
}

}  // namespace npuport
