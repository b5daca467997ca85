#include "render/terminal_text.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "render/text.h"

namespace npuport {
namespace {

constexpr std::array<std::string_view, 6> kCodes = {"1", "2", "31", "33", "32", "36"};

// End of the unit that must not be broken: a word, or one wide character.
size_t unit_end(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && text[end] != ' ') {
    const CodePoint c = decode_utf8(text, end);
    const bool wide = display_width(text.substr(end, c.bytes)) == 2;
    if (wide && end > at) return end;
    end += c.bytes;
    if (wide) return end;
  }
  return end;
}

// Chinese punctuation that must not begin a line; it may hang two cells over the edge instead.
bool closes(std::string_view unit) {
  constexpr std::string_view kClosing[] = {"，", "。", "；", "：", "、",
                                           "）", "」", "！", "？", "”"};
  return std::find(std::begin(kClosing), std::end(kClosing), unit) != std::end(kClosing);
}

void repeat(std::string& out, std::string_view what, size_t times) {
  for (size_t i = 0; i < times; ++i) out += what;
}

}  // namespace

std::string colored(std::string_view text, Color color, bool enabled) {
  if (!enabled || text.empty()) return std::string(text);
  return "\x1b[" + std::string(kCodes[static_cast<size_t>(color)]) + "m" + std::string(text) +
         "\x1b[0m";
}

std::string wrap(std::string_view text, size_t width, size_t indent) {
  std::string out;
  size_t used = indent;
  bool line_empty = true;
  for (size_t i = 0; i < text.size();) {
    const bool blank = text[i] == ' ';
    if (blank) {
      ++i;
      if (i == text.size() || text[i] == ' ') continue;
    }
    const size_t end = unit_end(text, i);
    const size_t cells = display_width(text.substr(i, end - i));
    const bool hangs = !blank && closes(text.substr(i, end - i));
    if (!line_empty && !hangs && used + cells + (blank ? 1 : 0) > width) {
      out += '\n';
      out.append(indent, ' ');
      used = indent;
      line_empty = true;
    }
    if (blank && !line_empty) {
      out += ' ';
      ++used;
    }
    out += text.substr(i, end - i);
    used += cells;
    line_empty = false;
    i = end;
  }
  return out;
}

std::string bar(uint32_t manual, uint32_t automatic, uint32_t none, uint32_t largest, size_t cells,
                bool unicode) {
  const std::array<uint32_t, 3> parts = {manual, automatic, none};
  const std::array<std::string_view, 3> marks =
      unicode ? std::array<std::string_view, 3>{"\u2588", "\u2592", "\u00b7"}
              : std::array<std::string_view, 3>{"#", "+", "."};
  std::string out;
  size_t used = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == 0 || largest == 0) continue;
    const size_t share = static_cast<size_t>(static_cast<uint64_t>(parts[i]) * cells / largest);
    const size_t length = std::min(std::max<size_t>(share, 1), cells - used);
    repeat(out, marks[i], length);
    used += length;
  }
  out.append(cells - used, ' ');
  return out;
}

}  // namespace npuport
