#include "source/walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "source/exclusions.h"
#include "source/git_index.h"
#include "source/gitignore.h"
#include "source/links.h"
#include "source/read_file.h"

namespace npuport {
namespace {

constexpr uint64_t kMaxIgnoreFileBytes = 1 << 20;

constexpr uint64_t kMaxIndexBytes = 256 << 20;

struct Folder {
  std::string path;  // "" = the root
  std::shared_ptr<const IgnoreRules> rules;
  bool tracked_only = false;  // the folder is ignored, but git tracks some of its files
};

struct Entry {
  std::string name;
  unsigned char type = DT_UNKNOWN;
};

std::string join(const std::string& folder, std::string_view name) {
  std::string path;
  path.reserve(folder.size() + 1 + name.size());
  if (!folder.empty()) path.append(folder).push_back('/');
  return path.append(name);
}

// An open folder; the descriptor serves both the listing and look-ups below it.
class OpenFolder {
 public:
  explicit OpenFolder(Descriptor fd) : stream_(fd ? fdopendir(fd.get()) : nullptr) {
    if (stream_ != nullptr) fd.release();  // closedir closes it
  }
  ~OpenFolder() {
    if (stream_ != nullptr) closedir(stream_);
  }
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;

  explicit operator bool() const { return stream_ != nullptr; }
  int fd() const { return dirfd(stream_); }

  // In byte order, so that the walk does not depend on the file system. Sets errno.
  std::vector<Entry> list() {
    std::vector<Entry> entries;
    errno = 0;
    while (const dirent* entry = readdir(stream_)) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") entries.push_back({std::string(name), entry->d_type});
    }
    const int error = errno;
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.name < b.name; });
    errno = error;
    return entries;
  }

 private:
  DIR* stream_;
};

std::vector<std::string> submodule_paths(std::string_view gitmodules) {
  std::vector<std::string> paths;
  for (size_t begin = 0; begin < gitmodules.size();) {
    const size_t end = std::min(gitmodules.find('\n', begin), gitmodules.size());
    std::string_view line = gitmodules.substr(begin, end - begin);
    begin = end + 1;
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const auto trim = [](std::string_view text) {
      const size_t first = text.find_first_not_of(" \t\r");
      if (first == std::string_view::npos) return std::string_view();
      return text.substr(first, text.find_last_not_of(" \t\r/") + 1 - first);
    };
    if (trim(line.substr(0, equals)) == "path") paths.emplace_back(trim(line.substr(equals + 1)));
  }
  return paths;
}

class Walker {
 public:
  Walker(int root, const TreeOptions& options) : root_(root), options_(options), links_(root) {
    std::string exclude;
    for (const std::string& pattern : options.exclude) exclude += pattern + '\n';
    exclude_ = std::make_unique<IgnoreRules>(nullptr, "", "option", exclude);
  }

  Listing run() {
    std::vector<Folder> stack;
    Folder root;
    if (options_.respect_gitignore) {
      root.rules = info_exclude();
      index_ = GitIndex::parse(read_regular_file(root_, ".git/index", kMaxIndexBytes).view());
    }
    stack.push_back(std::move(root));
    while (!stack.empty()) {
      Folder folder = std::move(stack.back());
      stack.pop_back();
      visit(std::move(folder), stack);
    }
    const auto by_path = [](const FoundFile& a, const FoundFile& b) { return a.path < b.path; };
    std::sort(listing_.files.begin(), listing_.files.end(), by_path);
    links_.resolve(listing_);
    std::sort(listing_.files.begin(), listing_.files.end(), by_path);
    return std::move(listing_);
  }

 private:
  void skip(std::string path, std::string reason, bool is_loss) {
    listing_.skipped.push_back({std::move(path), std::move(reason), is_loss});
  }

  std::shared_ptr<const IgnoreRules> info_exclude() const {
    const FileBytes bytes = read_regular_file(root_, ".git/info/exclude", kMaxIgnoreFileBytes);
    if (!bytes.error.empty() || bytes.size == 0) return nullptr;
    return std::make_shared<IgnoreRules>(nullptr, "", ".git/info/exclude", bytes.view());
  }

  // False when the folder must not be listed; the reason is noted.
  bool admit(int fd, const std::string& path) {
    struct stat info;
    if (fstat(fd, &info) != 0) {
      skip(path, "not readable: " + errno_text(errno), true);
      return false;
    }
    if (!seen_folders_.emplace(info.st_dev, info.st_ino).second) {
      skip(path, "the same folder as one that is read", false);
      return false;
    }
    if (path.empty() || info.st_dev == root_device_) {
      root_device_ = info.st_dev;
      return true;
    }
    struct statfs system;
    const bool is_kernel = fstatfs(fd, &system) == 0 &&
                           (system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC);
    if (is_kernel) skip(path, "files of the kernel", false);
    return !is_kernel;
  }

  void visit(Folder folder, std::vector<Folder>& stack) {
    const std::string open_path = folder.path.empty() ? "." : folder.path;
    OpenFolder opened(Descriptor(openat(
        root_, open_path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)));
    if (!opened) return skip(folder.path, "not readable: " + errno_text(errno), true);
    if (!admit(opened.fd(), folder.path)) return;
    const std::vector<Entry> entries = opened.list();
    if (errno != 0) skip(folder.path, "not readable: " + errno_text(errno), true);

    if (!folder.path.empty() && is_excluded(folder, entries)) return;
    read_ignore_files(opened.fd(), folder, entries);
    const size_t first_folder = stack.size();
    for (const Entry& entry : entries) visit_entry(opened.fd(), folder, entry, stack);
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first_folder), stack.end());
  }

  bool is_excluded(const Folder& folder, const std::vector<Entry>& entries) {
    std::vector<std::string> names;
    for (const Entry& entry : entries) names.push_back(entry.name);
    const size_t slash = folder.path.rfind('/');
    const auto reason = excluded_by_content(std::string_view(folder.path).substr(slash + 1), names);
    if (reason) skip(folder.path, *reason, false);
    return reason.has_value();
  }

  void read_ignore_files(int here, Folder& folder, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      const bool ignores = entry.name == ".gitignore" && options_.respect_gitignore;
      if (!ignores && entry.name != ".gitmodules") continue;
      const FileBytes bytes = read_regular_file(here, entry.name, kMaxIgnoreFileBytes);
      if (!bytes.error.empty() || bytes.too_large) continue;
      if (ignores) {
        folder.rules = std::make_shared<IgnoreRules>(folder.rules, folder.path,
                                                     join(folder.path, entry.name), bytes.view());
        continue;
      }
      for (const std::string& path : submodule_paths(bytes.view())) {
        listing_.submodules.push_back(join(folder.path, path));
      }
    }
  }

  // Why the entry is left out, or nothing. A tracked file is never left out by an ignore file; an
  // ignored folder with tracked files is entered for these alone, which sets `tracked_only`.
  std::optional<std::string> ignored_by(const std::string& path, const Folder& folder,
                                        bool is_folder, bool& tracked_only) const {
    const IgnoreRules::Decision option = exclude_->decide(path, is_folder);
    if (option.verdict == IgnoreRules::Verdict::kIgnored) return "excluded by option";
    if (option.verdict == IgnoreRules::Verdict::kKept) return std::nullopt;
    IgnoreRules::Decision decision;
    if (folder.rules) decision = folder.rules->decide(path, is_folder);
    const bool ignored = decision.verdict == IgnoreRules::Verdict::kIgnored;
    if (!ignored && !folder.tracked_only) return std::nullopt;
    if (is_folder ? index_.tracks_below(path) : index_.tracks(path)) {
      tracked_only = true;
      return std::nullopt;
    }
    return ignored ? "excluded by " + decision.by->origin() : "untracked in an excluded folder";
  }

  void visit_entry(int here, const Folder& folder, const Entry& entry, std::vector<Folder>& stack) {
    std::string path = join(folder.path, entry.name);
    struct stat info;
    unsigned char type = entry.type;
    if (type == DT_UNKNOWN || type == DT_REG) {
      if (fstatat(here, entry.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
        return skip(std::move(path), "not readable: " + errno_text(errno), true);
      }
      type = static_cast<unsigned char>(IFTODT(info.st_mode));
    }
    if (type == DT_DIR) {
      if (const auto reason = excluded_by_name(entry.name)) {
        return skip(std::move(path), *reason, false);
      }
    }
    bool tracked_only = folder.tracked_only;
    if (const auto reason = ignored_by(path, folder, type == DT_DIR, tracked_only)) {
      const bool matters = type == DT_DIR || kind_of_path(path).kind != FileKind::kOther;
      if (matters) skip(std::move(path), *reason, false);
      return;
    }
    if (type == DT_DIR) {
      stack.push_back({std::move(path), folder.rules, tracked_only});
    } else if (type == DT_REG) {
      KindGuess guess = kind_of_path(path);
      if (guess.kind == FileKind::kOther && (info.st_mode & S_IXUSR) != 0) guess.look_inside = true;
      listing_.files.push_back({std::move(path), {}, static_cast<uint64_t>(info.st_size), guess});
    } else if (type == DT_LNK) {
      links_.add(std::move(path));
    } else {
      skip(std::move(path), std::string(special_file_name(DTTOIF(type))), false);
    }
  }

  int root_;
  const TreeOptions& options_;
  GitIndex index_;
  LinkedFiles links_;
  std::unique_ptr<IgnoreRules> exclude_;
  Listing listing_;
  std::set<std::pair<dev_t, ino_t>> seen_folders_;
  dev_t root_device_ = 0;
};

}  // namespace

Listing walk(int root, const TreeOptions& options) { return Walker(root, options).run(); }

}  // namespace npuport
