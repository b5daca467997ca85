// YAML to DataNode on top of yaml-cpp's events: positions stay exact, and nothing is expanded.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>
#include <unordered_set>

#include "knowledge/data_tree.h"

namespace npuport {
namespace {

constexpr size_t kMaxNodes = 50'000;
constexpr size_t kMaxDepth = 60;

// Thrown through yaml-cpp to end the parse; never leaves this file.
struct StopParsing {};

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, std::vector<FileProblem>& problems)
      : file_(file), problems_(problems) {}

  DataNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    add(DataNode::Kind::kNull, mark);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    report(mark, "aliases are not accepted here; write the value out");
    add(DataNode::Kind::kNull, mark);
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    add(DataNode::Kind::kScalar, mark).text = value;
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_anchor(mark, anchor);
    open(DataNode::Kind::kList, mark);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_anchor(mark, anchor);
    open(DataNode::Kind::kMap, mark);
  }
  void OnMapEnd() override {
    check_keys(*open_.back());
    open_.pop_back();
  }

 private:
  void report(const YAML::Mark& mark, std::string message) {
    problems_.push_back({file_, static_cast<uint32_t>(mark.line + 1),
                         static_cast<uint32_t>(mark.column + 1), std::move(message)});
  }

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) report(mark, "anchors are not accepted here");
  }

  DataNode& add(DataNode::Kind kind, const YAML::Mark& mark) {
    if (++count_ > kMaxNodes) {
      report(mark, "the file holds more than " + std::to_string(kMaxNodes) + " values");
      throw StopParsing{};
    }
    DataNode* node = &root_;
    if (!open_.empty()) node = &open_.back()->items.emplace_back();
    node->kind = kind;
    node->line = static_cast<uint32_t>(mark.line + 1);
    node->column = static_cast<uint32_t>(mark.column + 1);
    return *node;
  }

  // Pointers in open_ stay valid: a node's own list grows only while it is the last of open_.
  void open(DataNode::Kind kind, const YAML::Mark& mark) {
    if (open_.size() >= kMaxDepth) {
      report(mark, "nested more than " + std::to_string(kMaxDepth) + " levels deep");
      throw StopParsing{};
    }
    open_.push_back(&add(kind, mark));
  }

  void check_keys(const DataNode& map) {
    std::unordered_set<std::string_view> seen;
    for (size_t i = 0; i < map.items.size(); i += 2) {
      const DataNode& key = map.items[i];
      std::string message;
      if (!key.is_scalar()) {
        message = "expected a plain key";
      } else if (!seen.insert(key.text).second) {
        message = "the key \"" + key.text + "\" is given twice";
      } else {
        continue;
      }
      problems_.push_back({file_, key.line, key.column, message});
    }
  }

  const std::string& file_;
  std::vector<FileProblem>& problems_;
  DataNode root_;
  std::vector<DataNode*> open_;
  size_t count_ = 0;
};

}  // namespace

Result<DataNode> read_yaml(std::string_view text, const std::string& file,
                           std::vector<FileProblem>& problems) {
  const size_t before = problems.size();
  TreeBuilder builder(file, problems);
  bool any = false;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    any = parser.HandleNextDocument(builder);
  } catch (const YAML::Exception& error) {
    problems.push_back({file, static_cast<uint32_t>(std::max(error.mark.line, 0) + 1),
                        static_cast<uint32_t>(std::max(error.mark.column, 0) + 1),
                        "not valid YAML: " + error.msg});
  } catch (const StopParsing&) {
    // already reported
  }
  if (problems.size() == before && !any) problems.push_back({file, 1, 1, "the file is empty"});
  if (problems.size() != before) return Error{problems[before].text()};
  return builder.take_root();
}

}  // namespace npuport
