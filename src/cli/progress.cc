#include "cli/progress.h"

namespace npuport {
namespace {

constexpr std::chrono::milliseconds kQuietTime{500};
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

Progress::Progress(Console& console, bool enabled) : console_(console) {
  if (enabled && console.environment.err_is_terminal) thread_ = std::thread([this] { run(); });
}

void Progress::stage(std::string_view name) {
  const std::lock_guard lock(mutex_);
  stage_ = name;
  changed_.notify_one();
}

void Progress::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_one();
  }
  thread_.join();
}

void Progress::run() {
  std::unique_lock lock(mutex_);
  if (changed_.wait_until(lock, start_ + kQuietTime, [this] { return stopped_; })) return;
  while (!stopped_) {
    const std::string shown = stage_;
    console_.talk(std::string(kEraseLine) + "npuport: " + shown + " ...");
    changed_.wait(lock, [&] { return stopped_ || stage_ != shown; });
  }
  console_.talk(kEraseLine);
}

}  // namespace npuport
