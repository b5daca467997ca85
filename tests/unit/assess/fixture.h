// A small project in memory and detections in it, without the stages that normally make them.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "assess/assess.h"
#include "detect/detection.h"
#include "source/tree.h"

namespace npuport {

class Fixture {
 public:
  Fixture() { tree.root = "demo"; }

  uint32_t file(std::string path, std::string text) {
    tree.files.push_back(make_source_file(std::move(path), std::move(text)));
    return static_cast<uint32_t>(tree.files.size() - 1);
  }

  const Rule& rule(std::string id, int domain, std::string effort = "trivial") {
    Rule& r = rules.emplace_back();
    r.id = std::move(id);
    r.domain = domain;
    r.title = {"Title of " + r.id, r.id + " 的标题"};
    r.message = {"Why {name} breaks", "{name} 为何失败"};
    r.replacement = {"use `{to}` instead of {name}", "用 `{to}` 代替 {name}"};
    r.effort = std::move(effort);
    r.sources = {"source of " + r.id};
    return r;
  }

  // A finding at the n-th occurrence of `token` in the file.
  Finding& finding(const Rule& r, uint32_t file_index, std::string_view token, int n = 0) {
    const std::string& text = tree.files[file_index].text;
    size_t at = text.find(token);
    for (int i = 0; i < n && at != std::string::npos; ++i) at = text.find(token, at + 1);
    Finding& f = detection.findings.emplace_back();
    f.rule = &r;
    f.file = file_index;
    f.span = {static_cast<uint32_t>(at), static_cast<uint32_t>(at + token.size())};
    f.name = std::string(token);
    f.values["to"] = "torch.npu";
    return f;
  }

  Report report() const {
    return assess({.tree = tree,
                   .detection = detection,
                   .tool = {"npuport", "0.0.0", "2026-12-01"},
                   .target = target,
                   .project_name = "demo",
                   .revision = "",
                   .parse_problems = problems});
  }

  SourceTree tree;
  std::deque<Rule> rules;  // addresses stay
  Detection detection;
  ReportTarget target;
  std::vector<ParseProblem> problems;
};

}  // namespace npuport
