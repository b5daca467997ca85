// The archive reader and the readers of package metadata on arbitrary bytes. The first byte selects
// the reader. Beyond "no crash, no hang": names of entries stay inside, entries unpack to the size
// that they claim, spans lie in the text.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "installed/marker.h"
#include "installed/zip_archive.h"
#include "syntax/manifest/metadata.h"

namespace npuport {
namespace {

void expect(bool condition) {
  if (!condition) std::abort();
}

void read_archive(const std::string& bytes) {
  const ZipLimits limits{.entries = 1000, .directory_bytes = 1 << 20, .unpacked_bytes = 1 << 20};
  const auto archive = ZipArchive::open(std::make_unique<MemoryBytes>(bytes), limits);
  if (!archive) {
    expect(!archive.error().message.empty());
    return;
  }
  for (const ZipEntry& entry : archive.value()->entries()) {
    expect(!entry.name.empty() && entry.name[0] != '/' && !entry.name.starts_with("../"));
    expect(archive.value()->find(entry.name) == &entry);
    const Result<std::string> text = archive.value()->read(entry, 1 << 20);
    if (text) expect(text.value().size() == entry.size);
  }
}

void read_metadata(const std::string& text) {
  const Metadata metadata = parse_metadata(text);
  expect(metadata.name_span.end <= text.size());
  for (const Requirement& requirement : metadata.requirements) {
    expect(requirement.span.begin <= requirement.span.end && requirement.span.end <= text.size());
    (void)marker_holds(requirement.marker, {"3.11", {"cuda"}});
  }
  for (const Requirement& requirement : parse_egg_requirements(text)) {
    (void)marker_holds(requirement.marker, {"3.11", {}});
  }
  for (const std::string& path : parse_record(text)) expect(!path.empty());
  (void)parse_lines(text);
  (void)marker_holds(text, {"3.9", {"a"}});
}

}  // namespace
}  // namespace npuport

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] == 'P') {
    npuport::read_archive(std::string("P") + rest);
  } else {
    npuport::read_metadata(rest);
  }
  return 0;
}
