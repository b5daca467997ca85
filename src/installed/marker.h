// Environment markers of requirements: python_version < "3.11" and sys_platform == "linux".
// Grammar: PEP 508.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npuport {

// Linux with CPython, on x86-64 or aarch64.
struct MarkerEnvironment {
  std::string python = "3.11";      // major.minor
  std::vector<std::string> extras;  // asked for
};

// Whether the marker can hold there. What cannot be read holds, so that nothing is lost.
bool marker_holds(std::string_view marker, const MarkerEnvironment& environment);

}  // namespace npuport
