// The readers of structured files against the libraries that define what the formats mean.
#include <gtest/gtest.h>
#include <toml++/toml.h>
#include <yaml-cpp/yaml.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "syntax/manifest/document/document.h"

namespace npuport::document {
namespace {

// One line per leaf, in order; keys and values only.
std::string leaves(const Document& document) {
  std::string out;
  std::function<void(Id, const std::string&)> walk = [&](Id id, const std::string& path) {
    const Node& node = document[id];
    if (node.type == Type::kMap || node.type == Type::kSequence) {
      int index = 0;
      for (Id item : children(document, id)) {
        walk(item, node.type == Type::kMap ? path + "/" + std::string(document[item].key)
                                           : path + "#" + std::to_string(index));
        ++index;
      }
      if (index == 0) out += path + (node.type == Type::kMap ? " {}\n" : " []\n");
    } else if (node.type == Type::kNull) {
      out += path + " null\n";
    } else {
      out += path + " " + std::string(node.value) + "\n";
    }
  };
  for (Id root : children(document, 0)) walk(root, "");
  return out;
}

std::string yaml_leaves(const std::string& text) {
  std::string out;
  std::function<void(const YAML::Node&, const std::string&)> walk = [&](const YAML::Node& node,
                                                                        const std::string& path) {
    if (node.IsMap()) {
      for (const auto& entry : node) {
        walk(entry.second, path + "/" + (entry.first.IsNull() ? "" : entry.first.Scalar()));
      }
      if (node.size() == 0) out += path + " {}\n";
    } else if (node.IsSequence()) {
      int index = 0;
      for (const auto& item : node) walk(item, path + "#" + std::to_string(index++));
      if (node.size() == 0) out += path + " []\n";
    } else if (node.IsNull() ||
               (node.Tag() == "?" && (node.Scalar() == "~" || node.Scalar() == "null"))) {
      out += path + " null\n";
    } else {
      out += path + " " + node.Scalar() + "\n";
    }
  };
  for (const YAML::Node& root : YAML::LoadAll(text)) walk(root, "");
  return out;
}

class YamlOracle : public ::testing::TestWithParam<const char*> {};

TEST_P(YamlOracle, SameLeaves) {
  const std::string text = GetParam();
  EXPECT_EQ(leaves(read_yaml(text)), yaml_leaves(text)) << text;
  EXPECT_TRUE(read_yaml(text).problems().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Documents, YamlOracle,
    ::testing::Values(
        "a: 1\nb:\n  - c\n  - d: e\n    f: g\n", "- - a\n  - b\n- c\n", "a:\n- b\n- c\nd: e\n",
        "a: |\n  x\n   y\n\n  z\nb: c\n", "a: >\n  x\n  y\n\n  z\n    more\n  end\n",
        "a: >-\n  x\n\n\n  y\n\n", "a: |+\n  x\n\n\nb: c\n", "a: |2\n    x\n   y\n",
        "a: 'it''s'\nb: \"q\\tr\\x41\\u00e9\"\n", "a: \"x\n  y\n\n  z\"\n", "a: 'x\n  y'\n",
        "a: x\n  y\n\n  z\nb: c\n", "{a: b, c: [d, e, {f: g}], h: }\n", "[a, b c, 'd, e', [f]]\n",
        "a: [b,\n    c, # note\n    d]\n", "a: {b: c,\n  d: e}\nf: g\n",
        "# c\na: b # d\n# e\nc: d#e\n", "a: http://x:80/y#z\n", "a: b:c\nd: e:f:g\n",
        "? a\n: b\n? c\n: d\n", "a: &x b\nc: &y\n  d: e\n", "&x a: b\n&y c: d\n",
        "- &x a: b\n  c: d\n", "a:\n  !t b: c\n  !t d: e\n", "a: !!str 5\nb: !t {c: d}\n",
        "---\na: 1\n---\nb: 2\n", "--- a\n...\n", "\"a b\": c\n'd': e\n",
        "a:\n  b:\n    c:\n      - d\n      -\n        e: f\n", "a: -1\n",
        "a: \"\"\nb: ''\nc: ~\nd: null\ne:\n", "a: [ ]\nb: { }\n", "a: b c  \nd: e\t\n",
        "-\n  a: b\n-\n  - c\n", "a: |\n  # no comment\n  b\n# comment\nc: d\n",
        "a:\n    - b: |\n        x\n      c: d\n    - e\n", "key with spaces: v\n", "a: [d: e]\n",
        "a: \\d\nb: c\\n\n", "a: x@b\n", "a: '#b'\nc: '- d'\n", "a: \"b \\\n   c\"\n",
        "- a\n\n- b\n\n\n- c\n", "a:   b\n\nc:\n\n  d: e\n"));

TEST(JsonOracle, SameLeaves) {
  std::function<void(const nlohmann::ordered_json&, const std::string&, std::string&)> walk =
      [&](const nlohmann::ordered_json& value, const std::string& path, std::string& out) {
        if (value.is_object()) {
          for (const auto& [key, item] : value.items()) walk(item, path + "/" + key, out);
          if (value.empty()) out += path + " {}\n";
        } else if (value.is_array()) {
          for (size_t i = 0; i < value.size(); ++i)
            walk(value[i], path + "#" + std::to_string(i), out);
          if (value.empty()) out += path + " []\n";
        } else {
          out += path + " " + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n";
        }
      };
  for (const char* text :
       {"{\"a\":1,\"b\":[true,false,null,\"x\"],\"c\":{},\"d\":[],\"e\":{\"f\":{\"g\":[[1],[2]]}}}",
        "[]", "3", "\"x\"", "{\"\\u00e9\\n\\\"\\\\\\/\": \"\\ud83d\\ude00\\b\\f\\r\\t\"}",
        " [ 1 , -2 , 0.5 ] ", "{\"\":\"\"}"}) {
    std::string expected;
    walk(nlohmann::ordered_json::parse(text), "", expected);
    EXPECT_EQ(leaves(read_json(text)), expected) << text;
  }
}

// toml++ orders keys, so the lines are compared as sets.
std::string sorted(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

TEST(TomlOracle, SameLeaves) {
  std::function<void(const toml::node&, const std::string&, std::string&)> walk =
      [&](const toml::node& node, const std::string& path, std::string& out) {
        if (const auto* table = node.as_table()) {
          for (const auto& [key, value] : *table)
            walk(value, path + "/" + std::string(key.str()), out);
          if (table->empty()) out += path + " {}\n";
        } else if (const auto* array = node.as_array()) {
          for (size_t i = 0; i < array->size(); ++i)
            walk((*array)[i], path + "#" + std::to_string(i), out);
          if (array->empty()) out += path + " []\n";
        } else if (const auto* string = node.as_string()) {
          out += path + " " + string->get() + "\n";
        } else {
          std::ostringstream value;
          node.visit([&](const auto& item) { value << item; });
          out += path + " " + value.str() + "\n";
        }
      };
  for (const char* text :
       {"a = 1\nb = \"x\"\nc = true\n", "[a.b.c]\nd = 1\n[a]\ne = 2\n",
        "[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3\n", "a = [1, 2,\n 3, # x\n]\n",
        "a = {b = 1, c.d = \"e\"}\n", "a.b.c = 1\na.b.d = 2\n", "\"a.b\" = 'c\\d'\n",
        "a = \"\\u00e9\\t\\\"\"\n", "a = \"\"\"\nx\ny \\\n   z\"\"\"\nb = '''\nq'''\n",
        "a = \"\"\"\"x\"\"\"\"\n", "a = []\nb = {}\n", "[a]\n[a.b]\n[c]\nd = 1979-05-27\n",
        "[[a.b]]\nc = [[1, 2], [\"x\"]]\n", "a = \"#x\" # y\n", "[ a . \"b\" ]\nc = 1\n"}) {
    std::string expected;
    walk(toml::parse(std::string_view(text)), "", expected);
    const std::string seen = leaves(read_toml(text));
    EXPECT_EQ(sorted(seen), sorted(expected)) << text;
    EXPECT_TRUE(read_toml(text).problems().empty()) << text;
  }
}

}  // namespace
}  // namespace npuport::document
