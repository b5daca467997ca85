#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "cli/commands.h"
#include "cli/delivery.h"
#include "cli/exit_codes.h"
#include "render/json.h"
#include "source/read_file.h"

namespace npuport {
namespace {

constexpr size_t kMaxReportBytes = size_t{1} << 30;

Result<std::string> read_all(const std::string& path) {
  const bool from_stdin = path == "-";
  const Descriptor file(from_stdin ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from_stdin && !file) return Error{path + ": cannot be read: " + errno_text(errno)};
  const int fd = from_stdin ? STDIN_FILENO : file.get();
  std::string text;
  while (true) {
    constexpr size_t kChunk = 1 << 18;
    const size_t old = text.size();
    if (old > kMaxReportBytes) return Error{path + ": larger than 1 GiB, no report"};
    text.resize(old + kChunk);
    const ssize_t n = read(fd, text.data() + old, kChunk);
    if (n < 0 && errno != EINTR) return Error{path + ": cannot be read: " + errno_text(errno)};
    text.resize(old + (n > 0 ? static_cast<size_t>(n) : 0));
    if (n == 0) return text;
  }
}

}  // namespace

int run_report(const ReportOptions& options, Console& console) {
  const Result<Delivery> delivery = check_output_options(options.output, console.environment);
  if (!delivery) {
    console.note(delivery.error().message);
    return kExitUsage;
  }
  const Result<std::string> text = read_all(options.file);
  if (!text) {
    console.note(text.error().message);
    return kExitUsage;
  }
  const Result<Report> report = parse_report(text.value());
  if (!report) {
    console.note(options.file + ": " + report.error().message);
    return kExitUsage;
  }
  return deliver(report.value(), delivery.value(), console,
                 [](std::string_view, const std::function<void()>& work) { work(); });
}

}  // namespace npuport
