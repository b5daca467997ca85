#include "cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "cli/console.h"
#include "source/read_file.h"

namespace npuport {
namespace {

Error cannot_write(const std::string& path, int error) {
  return {path + ": cannot be written: " + errno_text(error)};
}

mode_t creation_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

std::optional<Error> write_directly(const std::string& path, std::string_view content) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) return cannot_write(path, errno);
  const int error = write_all(file.get(), content);
  if (error != 0 && error != EPIPE) return cannot_write(path, error);
  return std::nullopt;
}

// The file a chain of links ends at, or `path` itself.
std::string link_target(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string target = real;
  std::free(real);
  return target;
}

}  // namespace

std::optional<Error> write_output_file(const std::string& path, std::string_view content) {
  struct stat existing {};
  const bool exists = stat(path.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) return cannot_write(path, EISDIR);
  if (exists && !S_ISREG(existing.st_mode)) return write_directly(path, content);

  const std::string target = exists ? link_target(path) : path;
  std::string temporary = target + ".XXXXXX";
  const Descriptor file(mkstemp(temporary.data()));
  if (!file) return cannot_write(path, errno);
  int error = write_all(file.get(), content);
  const mode_t mode = exists ? existing.st_mode & 07777 : creation_mode();
  if (error == 0 && fchmod(file.get(), mode) != 0) error = errno;
  if (error == 0 && rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return std::nullopt;
  unlink(temporary.c_str());
  return cannot_write(path, error);
}

}  // namespace npuport
