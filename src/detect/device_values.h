// Device strings: where "cuda" is written, and where it ends up.
//
// A literal is reported where it is written: in a call, as a default, in a constant, in a
// comparison. Places that only use such a value are not reported again, except comparisons and
// calls that transfer_to_npu does not rewrite: those are work of their own, and they make the
// literal manual too.
#pragma once

#include <vector>

#include "detect/context.h"

namespace npuport {

enum class DeviceRole : uint8_t {
  kArgument,       // handed to a call
  kDefault,        // default of a parameter, option or field
  kConstant,       // assigned to a name, attribute or item; returned
  kCompare,        // compared with a device or its type
  kObjectCompare,  // a torch.device object compared with a device
};

struct DeviceLiteral {
  NodeId node = kNone;
  DeviceRole role = DeviceRole::kConstant;
  Mode mode = Mode::kAuto;  // by the call that takes it
  Confidence confidence = Confidence::kHigh;
  std::string sink;  // qualified name of the call, "" when there is none
};

// A place that uses a device string written elsewhere.
struct DeviceUse {
  NodeId place = kNone;
  FileId origin_file = kNone;
  NodeId origin = kNone;
  bool manual = false;  // transfer_to_npu does not help here
  bool report = false;  // the place itself must be edited
  DeviceRole role = DeviceRole::kCompare;
};

struct DeviceFacts {
  std::vector<DeviceLiteral> literals;
  std::vector<DeviceUse> uses;
};

// Looks at one Python file.
DeviceFacts collect_device_values(const DetectContext& context, FileId file);

// Reports the literals and uses of one file. `all` is parallel to the files of the project: what
// the other files do with a literal decides its mode.
class DeviceReporter {
 public:
  DeviceReporter(const DetectContext& context, const std::vector<DeviceFacts>& all);
  void report(FileFindings& findings) const;

 private:
  const DetectContext& context_;
  const std::vector<DeviceFacts>& all_;
  std::vector<std::pair<FileId, NodeId>> manual_origins_;  // sorted
};

}  // namespace npuport
