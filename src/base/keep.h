// Objects that live until the process ends.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace npuport {

// For what a command-line run needs until its last line: taking a model of half a million blocks
// apart costs a tenth of the run, and the system takes the memory back at once. Not thread-safe.
inline void keep_until_exit(std::shared_ptr<const void> object) {
  static auto* const kept = new std::vector<std::shared_ptr<const void>>;
  kept->push_back(std::move(object));
}

}  // namespace npuport
