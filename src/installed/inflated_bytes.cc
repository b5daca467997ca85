#include "installed/inflated_bytes.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace npuport {
namespace {

constexpr size_t kStepBytes = 256 << 10;
constexpr size_t kHeadBytes = 1 << 20;
constexpr size_t kWindowBytes = 1 << 20;  // between once and twice as much is kept
constexpr int kMaxPasses = 3;

}  // namespace

struct InflatedBytes::Stream {
  z_stream z{};
  bool open = false;
  std::vector<char> input = std::vector<char>(kStepBytes);
  std::vector<char> output = std::vector<char>(kStepBytes);
  ~Stream() {
    if (open) inflateEnd(&z);
  }
};

InflatedBytes::InflatedBytes(ByteSource& file, Range range) : file_(file), range_(range) {}

InflatedBytes::~InflatedBytes() = default;

bool InflatedBytes::fail(std::string problem) {
  problem_ = std::move(problem);
  return false;
}

bool InflatedBytes::restart() {
  if (++passes_ > kMaxPasses) return fail("would have to be unpacked too often");
  if (!stream_) stream_ = std::make_unique<Stream>();
  Stream& s = *stream_;
  // Raw deflate: no zlib header.
  const int status = s.open ? inflateReset(&s.z) : inflateInit2(&s.z, -MAX_WBITS);
  if (status != Z_OK) return fail("cannot be unpacked: no memory");
  s.open = true;
  s.z.avail_in = 0;
  consumed_ = 0;
  produced_ = 0;
  window_.clear();
  return true;
}

bool InflatedBytes::fill_input() {
  Stream& s = *stream_;
  if (s.z.avail_in > 0) return true;
  const auto bytes =
      static_cast<size_t>(std::min<uint64_t>(s.input.size(), range_.packed - consumed_));
  if (bytes == 0) return fail("damaged: its compressed data ends early");
  if (!file_.read(range_.begin + consumed_, std::span(s.input).first(bytes))) {
    return fail("the archive cannot be read");
  }
  consumed_ += bytes;
  s.z.next_in = reinterpret_cast<Bytef*>(s.input.data());
  s.z.avail_in = static_cast<uInt>(bytes);
  return true;
}

// Unpacks one more step.
bool InflatedBytes::advance() {
  Stream& s = *stream_;
  const auto wanted =
      static_cast<size_t>(std::min<uint64_t>(s.output.size(), range_.size - produced_));
  s.z.next_out = reinterpret_cast<Bytef*>(s.output.data());
  s.z.avail_out = static_cast<uInt>(wanted);
  while (s.z.avail_out > 0) {
    if (!fill_input()) return false;
    const int status = inflate(&s.z, Z_NO_FLUSH);
    if (status == Z_STREAM_END) break;
    if (status != Z_OK && status != Z_BUF_ERROR) return fail("damaged: not a deflate stream");
  }
  const size_t got = wanted - s.z.avail_out;
  if (got < wanted) return fail("damaged: shorter than its directory claims");
  keep(s.output.data(), got);
  produced_ += got;
  return true;
}

void InflatedBytes::keep(const char* data, size_t bytes) {
  if (produced_ == head_.size() && head_.size() < kHeadBytes) {
    head_.append(data, std::min(bytes, kHeadBytes - head_.size()));
  }
  if (window_.size() + bytes > 2 * kWindowBytes) {
    window_.erase(0, window_.size() - (kWindowBytes - std::min(bytes, kWindowBytes)));
  }
  window_.append(data, bytes);
}

size_t InflatedBytes::copy(uint64_t offset, std::span<char> out) const {
  if (offset < head_.size()) {
    const size_t n = std::min<size_t>(out.size(), head_.size() - offset);
    std::memcpy(out.data(), head_.data() + offset, n);
    return n;
  }
  const uint64_t begin = produced_ - window_.size();
  if (offset < begin || offset >= produced_) return 0;
  const size_t n = std::min<size_t>(out.size(), produced_ - offset);
  std::memcpy(out.data(), window_.data() + (offset - begin), n);
  return n;
}

bool InflatedBytes::read(uint64_t offset, std::span<char> out) {
  if (offset > range_.size || out.size() > range_.size - offset) return false;
  problem_.clear();
  if (out.empty()) return true;
  if (!stream_ && !restart()) return false;
  while (!out.empty()) {
    const size_t n = copy(offset, out);
    if (n > 0) {
      out = out.subspan(n);
      offset += n;
    } else if (offset < produced_) {
      if (!restart()) return false;
    } else if (!advance()) {
      return false;
    }
  }
  return true;
}

}  // namespace npuport
