#include "source/load.h"

#include <utility>

#include "source/decode.h"
#include "source/notebook.h"
#include "source/tags.h"
#include "source/tree.h"

namespace npuport {
namespace {

bool holds_code(FileKind kind) {
  return kind == FileKind::kPython || kind == FileKind::kNotebook || kind == FileKind::kCpp ||
         kind == FileKind::kCuda || kind == FileKind::kShell;
}

bool is_python_language(std::string_view language) {
  return language.empty() || language.find("python") != std::string_view::npos;
}

void load_notebook(LoadedFile& loaded) {
  SourceFile& file = *loaded.file;
  NotebookText notebook = read_notebook(file.text);
  if (!notebook.error.empty()) {
    const std::string read = "code cells read before it: " + std::to_string(notebook.cells.size());
    loaded.notes.push_back({file.path, "broken notebook, " + notebook.error + "; " + read, true});
  }
  if (!is_python_language(notebook.language)) {
    loaded.notes.push_back({file.path, "notebook in " + notebook.language, false});
    file.kind = FileKind::kOther;
    file.text.clear();
    return;
  }
  file.text = std::move(notebook.text);
  file.cells = std::move(notebook.cells);
  file.lines = LineIndex(file.text);
  file.lines.set_line_numbers(std::move(notebook.line_numbers), std::move(notebook.column_shift));
}

}  // namespace

SourceFile unread_file(std::string path, uint64_t bytes) {
  SourceFile file;
  file.tags = tags_of_path(path);
  file.path = std::move(path);
  file.bytes = bytes;
  return file;
}

LoadedFile load_file(std::string path, KindGuess guess, std::string_view raw) {
  LoadedFile loaded;
  const bool python_by_shebang = guess.look_inside && kind_of_shebang(raw) == FileKind::kPython;
  auto decoded = decode(raw, guess.kind == FileKind::kPython || python_by_shebang);
  if (!decoded) {
    // A file without a telling name that is no text is data like any other.
    if (guess.look_inside) {
      loaded.file = unread_file(std::move(path), raw.size());
    } else {
      loaded.notes.push_back({std::move(path), "binary data", holds_code(guess.kind)});
    }
    return loaded;
  }
  SourceFile& file = loaded.file.emplace(unread_file(std::move(path), raw.size()));
  file.kind = refine_kind(guess, file.path, decoded->text);
  if (file.kind == FileKind::kOther) return loaded;
  file.text = std::move(decoded->text);
  file.encoding = std::move(decoded->encoding);
  if (file.kind == FileKind::kNotebook) {
    load_notebook(loaded);
  } else {
    file.lines = LineIndex(file.text);
  }
  file.tags |= tags_of_text(file);
  return loaded;
}

SourceFile make_source_file(std::string path, std::string raw_bytes) {
  const KindGuess guess = kind_of_path(path);
  LoadedFile loaded = load_file(path, guess, raw_bytes);
  return loaded.file ? std::move(*loaded.file) : unread_file(std::move(path), raw_bytes.size());
}

}  // namespace npuport
