// The ELF reader and the search for CUDA on arbitrary bytes. Beyond "no crash, no hang": what is
// reported is bounded, and the same bytes behind deflate give the same answer.
#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "installed/inflated_bytes.h"
#include "installed/module_evidence.h"
#include "knowledge/embedded.h"

namespace npuport {
namespace {

void expect(bool condition) {
  if (!condition) std::abort();
}

const CudaLibraryTable& libraries() {
  static const CudaLibraryTable table =
      CudaLibraryTable::parse(embedded("cuda_libraries.tsv")).value();
  return table;
}

std::string deflated(const std::string& bytes) {
  z_stream z{};
  expect(deflateInit2(&z, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&z, bytes.size()), '\0');
  std::string in = bytes;
  z.next_in = reinterpret_cast<Bytef*>(in.data());
  z.avail_in = static_cast<uInt>(in.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  expect(deflate(&z, Z_FINISH) == Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

void check(const std::string& bytes) {
  MemoryBytes plain(bytes);
  const ModuleEvidence a = examine_module("a/b.so", plain, libraries(), true);
  expect(a.links.size() <= 32 && a.loads.size() <= 32 && a.sections.size() <= 32);
  expect(!a.machine.empty() || a.links.empty());

  MemoryBytes packed(deflated(bytes));
  InflatedBytes source(packed, {0, packed.size(), bytes.size()});
  const ModuleEvidence b = examine_module("a/b.so", source, libraries(), true);
  expect(a.links == b.links && a.loads == b.loads && a.sections == b.sections);
  expect(a.machine == b.machine && a.device_code_bytes == b.device_code_bytes);
}

}  // namespace
}  // namespace npuport

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  npuport::check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
