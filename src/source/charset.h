// Conversion of single encodings to UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace npuport {

enum class ByteOrder { kLittle, kBig };

// Broken surrogates and a cut-off last unit become U+FFFD.
std::string utf16_to_utf8(std::string_view raw, ByteOrder order);
// Nothing when a unit is no code point.
std::optional<std::string> utf32_to_utf8(std::string_view raw, ByteOrder order);
std::string latin1_to_utf8(std::string_view raw);

// GB18030, strict. Nothing when the bytes are not valid, or when they do not read as Chinese:
// Latin-1 text often happens to be valid, with letters as second bytes.
std::optional<std::string> gbk_to_utf8(std::string_view raw);

// An encoding by its Python name ("latin-1", "euc_jp", "cp1252"), strict. Nothing when it is not
// known here, not installed or the bytes do not fit.
std::optional<std::string> named_to_utf8(std::string_view raw, std::string_view python_name);

}  // namespace npuport
