#include "source/links.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "source/read_file.h"

namespace npuport {
namespace {

// The absolute path behind an open file; empty when the system does not tell.
std::string path_of_descriptor(int fd) {
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  std::array<char, PATH_MAX> target;
  const ssize_t length = readlink(link.c_str(), target.data(), target.size());
  return length > 0 ? std::string(target.data(), static_cast<size_t>(length)) : std::string();
}

bool is_listed(const Listing& listing, std::string_view path) {
  const auto at = std::lower_bound(
      listing.files.begin(), listing.files.end(), path,
      [](const FoundFile& file, std::string_view wanted) { return file.path < wanted; });
  return at != listing.files.end() && at->path == path;
}

std::optional<std::string> below(const std::string& root, const std::string& path) {
  const std::string prefix = root == "/" ? root : root + '/';
  if (root.empty() || !path.starts_with(prefix)) return std::nullopt;
  return path.substr(prefix.size());
}

}  // namespace

void LinkedFiles::resolve(Listing& listing) {
  if (links_.empty()) return;
  std::sort(links_.begin(), links_.end());
  const std::string root = path_of_descriptor(root_);
  std::set<std::string> taken;
  std::vector<FoundFile> added;
  const auto skip = [&](std::string path, std::string reason, bool is_loss) {
    listing.skipped.push_back({std::move(path), std::move(reason), is_loss});
  };
  for (std::string& link : links_) {
    // O_PATH opens nothing: a link to a pipe or device is harmless.
    const Descriptor target(openat(root_, link.c_str(), O_PATH | O_CLOEXEC));
    struct stat info;
    if (!target || fstat(target.get(), &info) != 0) {
      skip(std::move(link), "broken symbolic link: " + errno_text(errno), false);
      continue;
    }
    const std::optional<std::string> inside = below(root, path_of_descriptor(target.get()));
    const bool is_folder = S_ISDIR(info.st_mode);
    const KindGuess guess = kind_of_path(link);
    if (!inside) {
      const bool is_loss = is_folder || (S_ISREG(info.st_mode) && guess.kind != FileKind::kOther);
      skip(std::move(link), "symbolic link out of the tree, not followed", is_loss);
    } else if (!S_ISREG(info.st_mode)) {
      const std::string what =
          is_folder ? "a folder" : std::string(special_file_name(info.st_mode));
      skip(std::move(link), "symbolic link to " + what + ", not followed", false);
    } else if (is_listed(listing, *inside) || !taken.insert(*inside).second) {
      skip(std::move(link), "symbolic link to a file that is read itself", false);
    } else {
      added.push_back({std::move(link), *inside, static_cast<uint64_t>(info.st_size), guess});
    }
  }
  std::move(added.begin(), added.end(), std::back_inserter(listing.files));
}

}  // namespace npuport
