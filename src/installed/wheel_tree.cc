#include "installed/wheel_tree.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "installed/installed_packages.h"
#include "installed/package_store.h"
#include "source/kind.h"
#include "source/load.h"

namespace npuport {
namespace {

// Texts of one wheel; what is beyond is listed as not read.
constexpr uint64_t kMaxTextBytes = 256ull << 20;

KindGuess guess_kind(const std::string& path, const std::string& metadata) {
  if (path == metadata) return {FileKind::kMetadata, false};
  KindGuess guess = kind_of_path(path);
  guess.look_inside = false;  // files without a telling name are data here
  return guess;
}

LoadedFile read_entry(ZipArchive& archive, const ZipEntry& entry, KindGuess guess) {
  Result<std::string> text = archive.read(entry, entry.size);
  if (text) return load_file(entry.name, guess, text.value());
  LoadedFile loaded;
  loaded.notes.push_back({entry.name, text.error().message, true});
  return loaded;
}

}  // namespace

bool is_wheel_path(const std::string& path) {
  std::error_code error;
  return path.ends_with(".whl") && !std::filesystem::is_directory(path, error);
}

Result<SourceTree> read_wheel_tree(const std::string& file, const TreeOptions& options) {
  const Result<std::shared_ptr<WheelStore>> store = WheelStore::at(file);
  if (!store) return store.error();
  ZipArchive& archive = store.value()->archive();
  const std::string folder = metadata_folder(archive);
  if (folder.empty()) return Error{file + ": no wheel: it has no single *.dist-info/METADATA"};

  SourceTree tree;
  tree.root = file;
  for (const RefusedEntry& refused : archive.refused()) {
    tree.skipped.push_back({refused.name, refused.reason, true});
  }
  std::vector<const ZipEntry*> wanted;
  std::vector<KindGuess> guesses;
  std::vector<size_t> weights;
  uint64_t total = 0;
  for (const ZipEntry& entry : archive.entries()) {
    const KindGuess guess = guess_kind(entry.name, folder + "/METADATA");
    if (guess.kind == FileKind::kOther) {
      tree.files.push_back(unread_file(entry.name, entry.size));
      continue;
    }
    const uint64_t limit = size_limit(guess.kind, options.max_file_bytes);
    if (entry.size > limit || entry.size > kMaxTextBytes - total) {
      tree.skipped.push_back({entry.name, "too large", true});
      continue;
    }
    total += entry.size;
    wanted.push_back(&entry);
    guesses.push_back(guess);
    weights.push_back(entry.size);
  }
  std::vector<LoadedFile> loaded(wanted.size());
  parallel_for(weights, options.threads,
               [&](size_t i) { loaded[i] = read_entry(archive, *wanted[i], guesses[i]); });
  for (LoadedFile& one : loaded) {
    if (one.file) tree.files.push_back(std::move(*one.file));
    std::move(one.notes.begin(), one.notes.end(), std::back_inserter(tree.skipped));
  }
  const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
  std::sort(tree.files.begin(), tree.files.end(), by_path);
  std::stable_sort(tree.skipped.begin(), tree.skipped.end(), by_path);
  return tree;
}

}  // namespace npuport
