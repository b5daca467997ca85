// Bytes of a file to UTF-8.
//
// In this order: byte order mark; the PEP 263 cookie of Python sources; UTF-8; UTF-16 without a
// mark; UTF-8 with a few broken bytes; GBK, when the text reads as Chinese; Latin-1, which never
// fails.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace npuport {

struct DecodedText {
  std::string text;      // UTF-8, without byte order mark
  std::string encoding;  // as in SourceFile
};

// Nothing when the bytes are no text (NUL bytes beyond a few).
std::optional<DecodedText> decode(std::string_view raw, bool is_python);

// The encoding named by a PEP 263 cookie in the first two lines, as written; empty when none.
std::string_view python_cookie(std::string_view raw);

}  // namespace npuport
