// The current stage on one line of the terminal, for runs that take more than half a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "cli/console.h"

namespace npuport {

// Shows nothing when stderr is no terminal. The line is erased at the end.
class Progress {
 public:
  Progress(Console& console, bool enabled);
  ~Progress() { stop(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void stage(std::string_view name);
  void stop();

 private:
  void run();

  Console& console_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string stage_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace npuport
