#include "analysis_input.h"

#include <fcntl.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "installed/wheel_tree.h"
#include "source/read_file.h"

namespace npuport {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxRefBytes = 4096;
constexpr uint64_t kMaxPackedRefsBytes = 16 << 20;

fs::path absolute(const std::string& path) {
  std::error_code error;
  fs::path full = fs::weakly_canonical(path, error);
  if (error) full = fs::absolute(path, error);
  return full.has_filename() ? full : full.parent_path();
}

// The folder whose relative paths a tree of `path` uses.
fs::path folder_of(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? path : path.parent_path();
}

fs::path common_folder(const fs::path& a, const fs::path& b) {
  fs::path common;
  auto left = a.begin();
  auto right = b.begin();
  for (; left != a.end() && right != b.end() && *left == *right; ++left, ++right) common /= *left;
  return common;
}

template <typename Item>
void sort_unique_by_path(std::vector<Item>& items) {
  std::stable_sort(items.begin(), items.end(),
                   [](const Item& a, const Item& b) { return a.path < b.path; });
  items.erase(std::unique(items.begin(), items.end(),
                          [](const Item& a, const Item& b) { return a.path == b.path; }),
              items.end());
}

bool is_commit(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

// "<commit> <ref>" in .git/packed-refs.
std::string packed_commit(std::string_view packed, std::string_view ref) {
  while (!packed.empty()) {
    const std::string_view line = first_line(packed);
    packed.remove_prefix(std::min(packed.size(), line.size() + 1));
    const size_t blank = line.find(' ');
    if (blank != std::string_view::npos && line.substr(blank + 1) == ref) {
      return std::string(line.substr(0, blank));
    }
  }
  return {};
}

Result<SourceTree> read_path(const std::string& path, const TreeOptions& options) {
  return is_wheel_path(path) ? read_wheel_tree(path, options) : read_tree(path, options);
}

}  // namespace

Result<SourceTree> read_paths(const std::vector<std::string>& paths, const TreeOptions& options) {
  if (paths.size() == 1) return read_path(paths.front(), options);
  fs::path root = folder_of(absolute(paths.front()));
  for (const std::string& path : paths) root = common_folder(root, folder_of(absolute(path)));

  SourceTree all;
  all.root = root.string();
  for (const std::string& path : paths) {
    Result<SourceTree> one = read_path(path, options);
    if (!one) return one.error();
    // The inside of a wheel has the paths of a folder with the wheel's name.
    const fs::path folder = is_wheel_path(path) ? absolute(path) : folder_of(absolute(path));
    const std::string below = folder.lexically_relative(root).generic_string();
    const std::string prefix = below == "." || below.empty() ? "" : below + "/";
    for (SourceFile& file : one.value().files) {
      file.path = prefix + file.path;
      all.files.push_back(std::move(file));
    }
    for (SkippedPath& skipped : one.value().skipped) {
      skipped.path = prefix + skipped.path;
      all.skipped.push_back(std::move(skipped));
    }
  }
  sort_unique_by_path(all.files);
  sort_unique_by_path(all.skipped);
  return all;
}

std::string project_name(const std::string& root) {
  const std::string name = absolute(root).filename().string();
  return name.empty() ? root : name;
}

std::string project_revision(const std::string& root) {
  const Descriptor folder(open((root + "/.git").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) return {};
  const FileBytes head = read_regular_file(folder.get(), "HEAD", kMaxRefBytes);
  const std::string_view text = first_line(head.view());
  if (is_commit(text)) return std::string(text);
  constexpr std::string_view kRef = "ref: ";
  if (!text.starts_with(kRef)) return {};
  const std::string ref(text.substr(kRef.size()));
  if (!ref.starts_with("refs/") || ref.find("..") != std::string::npos) return {};
  const FileBytes loose = read_regular_file(folder.get(), ref, kMaxRefBytes);
  if (is_commit(first_line(loose.view()))) return std::string(first_line(loose.view()));
  const FileBytes packed = read_regular_file(folder.get(), "packed-refs", kMaxPackedRefsBytes);
  const std::string commit = packed_commit(packed.view(), ref);
  return is_commit(commit) ? commit : std::string();
}

}  // namespace npuport
