#include "cli/console.h"

#include <unistd.h>

#include <cerrno>
#include <string>

namespace npuport {

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

bool Console::data(std::string_view text) {
  if (reader_gone_) return true;
  const int error = write_all(out_, text);
  reader_gone_ = error == EPIPE;
  return error == 0 || reader_gone_;
}

void Console::note(std::string_view line) { talk("npuport: " + std::string(line) + "\n"); }

void Console::talk(std::string_view text) { (void)write_all(err_, text); }

}  // namespace npuport
