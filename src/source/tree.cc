#include "source/tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "source/kind.h"
#include "source/load.h"
#include "source/read_file.h"
#include "source/walk.h"

namespace npuport {
namespace {

// Offsets in a text are 32 bits wide, and decoding can make it three times as long.
constexpr uint64_t kMaxFileBytes = 1ull << 30;

std::string size_text(uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"bytes", "KiB", "MiB", "GiB"};
  size_t unit = 0;
  while (unit < 3 && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + ' ' + std::string(kUnits[unit]);
}

// Scripts without a telling name are small; compiled programs need not be looked at.
constexpr uint64_t kMaxScriptBytes = 4ull << 20;

bool is_read(const FoundFile& file) {
  if (file.guess.kind != FileKind::kOther) return true;
  return file.guess.look_inside && file.bytes <= kMaxScriptBytes;
}

bool only_a_shebang_tells(const FoundFile& file) {
  return file.guess.kind == FileKind::kOther && !file.path.ends_with(".in");
}

SkippedPath too_large(const FoundFile& file, uint64_t limit, const TreeOptions& options) {
  const bool is_data = limit < options.max_file_bytes;
  const std::string reason = "larger than " + size_text(limit);
  return {file.path, is_data ? reason + ": data, not configuration" : reason,
          !is_data && file.guess.kind != FileKind::kOther};
}

LoadedFile read_one(int root, FoundFile& file, const TreeOptions& options) {
  const uint64_t limit = size_limit(file.guess.kind, options.max_file_bytes);
  const std::string& from = file.read_path.empty() ? file.path : file.read_path;
  if (only_a_shebang_tells(file) && !has_shebang(root, from)) {
    return {unread_file(std::move(file.path), file.bytes), {}};
  }
  FileBytes bytes = read_regular_file(root, from, limit);
  LoadedFile loaded;
  if (!bytes.error.empty()) {
    loaded.notes.push_back({std::move(file.path), std::move(bytes.error), true});
    return loaded;
  }
  if (bytes.too_large) {
    loaded.notes.push_back(too_large(file, limit, options));
    return loaded;
  }
  loaded = load_file(file.path, file.guess, bytes.view());
  if (bytes.changed) {
    loaded.notes.push_back({std::move(file.path), "changed while it was read", true});
  }
  return loaded;
}

// The files to read; the others go to `tree` at once. Decided before reading and in path order, so
// that the limits cut the same files whatever the number of threads.
std::vector<FoundFile> admit_files(Listing& listing, const TreeOptions& options, SourceTree& tree) {
  std::vector<FoundFile> admitted;
  uint64_t total = 0;
  for (FoundFile& file : listing.files) {
    if (!is_read(file)) {
      tree.files.push_back(unread_file(std::move(file.path), file.bytes));
      continue;
    }
    const uint64_t limit = size_limit(file.guess.kind, options.max_file_bytes);
    if (file.bytes > limit) {
      tree.skipped.push_back(too_large(file, limit, options));
    } else if (file.bytes > options.max_total_bytes - total) {
      const std::string reason = "beyond the limit of " + size_text(options.max_total_bytes);
      tree.skipped.push_back({std::move(file.path), reason + " in total", true});
    } else {
      total += file.bytes;
      admitted.push_back(std::move(file));
    }
  }
  return admitted;
}

void tag_submodules(const std::vector<std::string>& submodules, std::vector<SourceFile>& files) {
  for (const std::string& submodule : submodules) {
    const std::string prefix = submodule + '/';
    const auto by_path = [](const SourceFile& file, const std::string& wanted) {
      return file.path < wanted;
    };
    auto file = std::lower_bound(files.begin(), files.end(), prefix, by_path);
    for (; file != files.end() && file->path.starts_with(prefix); ++file)
      file->tags |= kTagVendored;
  }
}

SourceTree read_listed(int root, Listing listing, const TreeOptions& options) {
  SourceTree tree;
  tree.skipped = std::move(listing.skipped);
  std::vector<FoundFile> found = admit_files(listing, options, tree);

  std::vector<size_t> weights;
  for (const FoundFile& file : found) weights.push_back(file.bytes);
  std::vector<LoadedFile> loaded(found.size());
  parallel_for(weights, options.threads,
               [&](size_t i) { loaded[i] = read_one(root, found[i], options); });

  tree.files.reserve(tree.files.size() + loaded.size());
  for (LoadedFile& one : loaded) {
    if (one.file) tree.files.push_back(std::move(*one.file));
    std::move(one.notes.begin(), one.notes.end(), std::back_inserter(tree.skipped));
  }
  std::sort(tree.files.begin(), tree.files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  std::sort(tree.skipped.begin(), tree.skipped.end(),
            [](const SkippedPath& a, const SkippedPath& b) {
              return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
            });
  tag_submodules(listing.submodules, tree.files);
  return tree;
}

Error cannot_read(const std::string& root, int error) {
  return Error{root + ": cannot be read: " + errno_text(error)};
}

Result<SourceTree> read_single_file(const std::string& root, uint64_t bytes,
                                    const TreeOptions& options) {
  const size_t slash = root.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : root.substr(0, slash + 1);
  const std::string name = slash == std::string::npos ? root : root.substr(slash + 1);
  const Descriptor fd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return cannot_read(root, errno);
  const std::unique_ptr<char, decltype(&std::free)> target(realpath(root.c_str(), nullptr),
                                                           &std::free);
  if (!target) return cannot_read(root, errno);
  KindGuess guess = kind_of_path(name);
  guess.look_inside |= guess.kind == FileKind::kOther;
  Listing listing;
  listing.files.push_back({name, target.get(), bytes, guess});
  return read_listed(fd.get(), std::move(listing), options);
}

}  // namespace

Result<SourceTree> read_tree(const std::string& root, const TreeOptions& given) {
  TreeOptions options = given;
  options.max_file_bytes = std::min(options.max_file_bytes, kMaxFileBytes);
  struct stat info;
  if (stat(root.c_str(), &info) != 0) return cannot_read(root, errno);
  Result<SourceTree> tree = Error{root + ": neither a folder nor a regular file"};
  if (S_ISREG(info.st_mode)) {
    tree = read_single_file(root, static_cast<uint64_t>(info.st_size), options);
  } else if (S_ISDIR(info.st_mode)) {
    const Descriptor fd(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return cannot_read(root, errno);
    tree = read_listed(fd.get(), walk(fd.get(), options), options);
  }
  if (tree) tree.value().root = root;
  return tree;
}

}  // namespace npuport
