// Reading a JSON object member by member; every error says which object and which member. Throws
// BadReport; used inside parse_report only.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "assess/names.h"
#include "render/json.h"

namespace npuport {

class BadReport : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One object of the document and where it stands, for messages.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) fail("is not an object");
  }

  [[noreturn]] void fail(const std::string& what) const { throw BadReport(where_ + " " + what); }

  const nlohmann::json& at(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) fail(std::string("has no member \"") + name + "\"");
    return *found;
  }
  bool has(const char* name) const { return json_.contains(name); }
  JsonNode object(const char* name) const { return JsonNode(at(name), where_ + "." + name); }

  std::string string(const char* name) const {
    const nlohmann::json& value = at(name);
    if (!value.is_string()) fail(std::string("has no text in \"") + name + "\"");
    return value.get<std::string>();
  }
  std::string optional_string(const char* name) const {
    return at(name).is_null() ? std::string() : string(name);
  }
  bool boolean(const char* name) const {
    const nlohmann::json& value = at(name);
    if (!value.is_boolean()) fail(std::string("has no true or false in \"") + name + "\"");
    return value.get<bool>();
  }
  uint64_t number(const char* name) const {
    const nlohmann::json& value = at(name);
    if (!value.is_number_unsigned()) fail(std::string("has no count in \"") + name + "\"");
    return value.get<uint64_t>();
  }
  uint32_t small_number(const char* name) const {
    const uint64_t value = number(name);
    if (value > std::numeric_limits<uint32_t>::max()) fail(std::string("has a too large ") + name);
    return static_cast<uint32_t>(value);
  }
  int domain() const {
    const uint64_t value = number("domain");
    if (value < 1 || value > kDomainCount) fail("has a domain outside 1..6");
    return static_cast<int>(value);
  }
  LocalizedText text(const char* name) const {
    const JsonNode node = object(name);
    return {node.string("en"), node.string("zh")};
  }
  template <typename Enum>
  Enum named(const char* name) const {
    const auto value = value_named<Enum>(string(name));
    if (!value) fail(std::string("has an unknown \"") + name + "\": " + string(name));
    return *value;
  }
  GuardState guard() const {
    return at("guarded_by").is_null() ? GuardState::kUnguarded : named<GuardState>("guarded_by");
  }
  std::string path(const char* name = "path", const char* bytes = "path_bytes") const {
    return has(bytes) ? decode_path_bytes(string(bytes)) : string(name);
  }

  const nlohmann::json& array(const char* name) const {
    const nlohmann::json& value = at(name);
    if (!value.is_array()) fail(std::string("has no list in \"") + name + "\"");
    return value;
  }
  std::vector<std::string> strings(const char* name) const {
    std::vector<std::string> out;
    for (const nlohmann::json& value : array(name)) {
      if (!value.is_string()) fail(std::string("has something else than text in \"") + name + "\"");
      out.push_back(value.get<std::string>());
    }
    return out;
  }
  template <typename Read>
  auto list(const char* name, Read read) const {
    std::vector<decltype(read(std::declval<const JsonNode&>()))> out;
    const nlohmann::json& values = array(name);
    out.reserve(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      out.push_back(read(JsonNode(values[i], where_ + "." + name + "[" + std::to_string(i) + "]")));
    }
    return out;
  }

  // The same for a member that older reports do not have.
  template <typename Read>
  auto optional_list(const char* name, Read read) const {
    return json_.contains(name) ? list(name, read) : decltype(list(name, read)){};
  }

 private:
  const nlohmann::json& json_;
  std::string where_;
};

}  // namespace npuport
