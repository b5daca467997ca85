// Questions about one file's expressions: which of them are devices, and what is called where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "project/project.h"

namespace npuport {

// A name that people give to devices: device, device_type, map_location, dev.
bool device_like(std::string_view name);

class DeviceExpressions {
 public:
  DeviceExpressions(const Project& project, FileId file)
      : project_(project), file_(file), facts_(project.python(file)) {}

  // device == "cuda" where device is a string of the program's own: transfer_to_npu leaves strings
  // alone, so the test holds as long as nobody edits them. What a tensor answers is another matter.
  bool compares_own_string(NodeId compare, NodeId side) const;

  // The literal stands in torch.device(...).
  bool from_device_object(const Value& value) const;

  bool compares_device(NodeId compare, NodeId side) const;

  // An expression that is a device or the type of one.
  bool asks_device(NodeId node) const;

  std::string callee_name(NodeId call) const;

  std::string_view last_name(NodeId call) const;

  bool is_reference(NodeId node) const;

  // x.device and x.device.type ask a tensor; they hold no constant of the project.
  bool ends_with_device_type(NodeId node) const;

  // "cuda" in str(error), "cuda" in version: text, not a device.
  bool is_text_probe(NodeId compare, NodeId side) const;

 protected:
  const Project& project_;
  FileId file_;
  const PythonFacts& facts_;
};

}  // namespace npuport
