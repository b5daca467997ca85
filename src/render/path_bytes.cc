#include "render/json.h"
#include "render/text.h"

namespace npuport {
namespace {

void append_percent(std::string& out, uint8_t byte) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  out += '%';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 0xF];
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

std::string encode_path_bytes(std::string_view path) {
  std::string out;
  for (size_t i = 0; i < path.size();) {
    const CodePoint c = decode_utf8(path, i);
    if (!c.valid || c.value == '%') {
      append_percent(out, static_cast<uint8_t>(path[i]));
    } else {
      out += path.substr(i, c.bytes);
    }
    i += c.bytes;
  }
  return out;
}

std::string decode_path_bytes(std::string_view encoded) {
  std::string out;
  for (size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i] == '%' && i + 2 < encoded.size()) {
      const int high = hex_digit(encoded[i + 1]);
      const int low = hex_digit(encoded[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += encoded[i];
  }
  return out;
}

}  // namespace npuport
