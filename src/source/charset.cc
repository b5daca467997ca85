#include "source/charset.h"

#include <iconv.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "source/utf8.h"

namespace npuport {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

uint32_t unit(std::string_view raw, size_t at, size_t width, ByteOrder order) {
  uint32_t value = 0;
  for (size_t i = 0; i < width; ++i) {
    const size_t from = order == ByteOrder::kBig ? i : width - 1 - i;
    value = value << 8 | static_cast<uint8_t>(raw[at + from]);
  }
  return value;
}

class Converter {
 public:
  explicit Converter(const char* from) : handle_(iconv_open("UTF-8", from)) {}
  ~Converter() {
    if (usable()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  std::optional<std::string> convert(std::string_view raw) {
    if (!usable()) return std::nullopt;
    std::string out;
    std::array<char, 16384> buffer;
    char* in = const_cast<char*>(raw.data());  // iconv does not write through it
    size_t in_left = raw.size();
    while (in_left > 0) {
      char* to = buffer.data();
      size_t to_left = buffer.size();
      const size_t before = in_left;
      const size_t result = iconv(handle_, &in, &in_left, &to, &to_left);
      out.append(buffer.data(), buffer.size() - to_left);
      const bool full = result == static_cast<size_t>(-1) && errno == E2BIG;
      if (result == static_cast<size_t>(-1) && !full) return std::nullopt;
      if (full && in_left == before && to_left == buffer.size()) return std::nullopt;
    }
    return out;
  }

 private:
  bool usable() const { return handle_ != reinterpret_cast<iconv_t>(-1); }
  iconv_t handle_;
};

// Python's names, lower case with '_' for '-', and iconv's. A closed list: a cookie is input and
// must not choose among everything that is installed.
constexpr auto kCharsets = std::to_array<std::pair<std::string_view, const char*>>({
    {"gbk", "GB18030"},          {"gb2312", "GB18030"},
    {"gb18030", "GB18030"},      {"cp936", "GB18030"},
    {"euc_cn", "GB18030"},       {"big5", "BIG5"},
    {"cp950", "CP950"},          {"big5hkscs", "BIG5-HKSCS"},
    {"shift_jis", "CP932"},      {"sjis", "CP932"},
    {"cp932", "CP932"},          {"euc_jp", "EUC-JP"},
    {"euc_kr", "EUC-KR"},        {"cp949", "CP949"},
    {"koi8_r", "KOI8-R"},        {"koi8_u", "KOI8-U"},
    {"cp437", "CP437"},          {"cp850", "CP850"},
    {"cp866", "CP866"},          {"cp1250", "CP1250"},
    {"windows_1250", "CP1250"},  {"cp1251", "CP1251"},
    {"windows_1251", "CP1251"},  {"cp1252", "CP1252"},
    {"windows_1252", "CP1252"},  {"cp1253", "CP1253"},
    {"cp1254", "CP1254"},        {"iso_8859_2", "ISO8859-2"},
    {"iso_8859_5", "ISO8859-5"}, {"iso_8859_7", "ISO8859-7"},
    {"iso_8859_9", "ISO8859-9"}, {"iso_8859_15", "ISO8859-15"},
});

constexpr auto kLatin1Names = std::to_array<std::string_view>(
    {"latin_1", "latin1", "iso_8859_1", "iso8859_1", "8859", "cp819", "l1"});

std::string normalised(std::string_view python_name) {
  std::string name;
  for (const char c : python_name) {
    if (c >= 'A' && c <= 'Z') {
      name += static_cast<char>(c + ('a' - 'A'));
    } else {
      name += c == '-' ? '_' : c;
    }
  }
  return name;
}

// Share of double-byte characters whose second byte lies where GB 2312, and with it nearly all
// modern Chinese text, has it.
bool reads_as_chinese(std::string_view raw) {
  uint64_t pairs = 0;
  uint64_t usual = 0;
  for (size_t i = 0; i + 1 < raw.size(); ++i) {
    if (static_cast<uint8_t>(raw[i]) < 0x81) continue;
    ++pairs;
    usual += static_cast<uint8_t>(raw[++i]) >= 0xA1 ? 1 : 0;
  }
  return pairs > 0 && usual * 2 >= pairs;
}

}  // namespace

std::string utf16_to_utf8(std::string_view raw, ByteOrder order) {
  std::string out;
  out.reserve(raw.size() / 2 + 16);
  size_t i = 0;
  while (i + 2 <= raw.size()) {
    uint32_t code = unit(raw, i, 2, order);
    i += 2;
    if (code >= 0xD800 && code <= 0xDFFF) {
      const uint32_t low = code <= 0xDBFF && i + 2 <= raw.size() ? unit(raw, i, 2, order) : 0;
      if (low >= 0xDC00 && low <= 0xDFFF) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      } else {
        code = kReplacement;
      }
    }
    append_utf8(out, code);
  }
  if (i < raw.size()) append_utf8(out, kReplacement);
  return out;
}

std::optional<std::string> utf32_to_utf8(std::string_view raw, ByteOrder order) {
  if (raw.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(raw.size() / 4 + 16);
  for (size_t i = 0; i < raw.size(); i += 4) {
    const uint32_t code = unit(raw, i, 4, order);
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return std::nullopt;
    append_utf8(out, code);
  }
  return out;
}

std::string latin1_to_utf8(std::string_view raw) {
  std::string out;
  out.reserve(raw.size() + raw.size() / 8);
  for (const char c : raw) append_utf8(out, static_cast<uint8_t>(c));
  return out;
}

std::optional<std::string> gbk_to_utf8(std::string_view raw) {
  if (!reads_as_chinese(raw)) return std::nullopt;
  return Converter("GB18030").convert(raw);
}

std::optional<std::string> named_to_utf8(std::string_view raw, std::string_view python_name) {
  const std::string name = normalised(python_name);
  for (const std::string_view latin1 : kLatin1Names) {
    if (latin1 == name) return latin1_to_utf8(raw);
  }
  for (const auto& [known, charset] : kCharsets) {
    if (known == name) return Converter(charset).convert(raw);
  }
  return std::nullopt;
}

}  // namespace npuport
