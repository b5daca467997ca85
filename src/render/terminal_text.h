// Lines of terminal output: colours, wrapping, bars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace npuport {

enum class Color : uint8_t { kBold, kDim, kRed, kYellow, kGreen, kCyan };

// `text` between the ANSI codes of `color`, or `text` alone when colours are off.
std::string colored(std::string_view text, Color color, bool enabled);

// `text` in lines of at most `width` cells, broken at blanks and between wide characters; every
// line after the first starts with `indent` blanks. A word wider than the line stays whole.
std::string wrap(std::string_view text, size_t width, size_t indent);

// `cells` wide: manual, automatic and informational shares of `total`, scaled so that `largest`
// fills all cells. Whatever exists gets at least one cell while there is room.
std::string bar(uint32_t manual, uint32_t automatic, uint32_t none, uint32_t largest, size_t cells,
                bool unicode);

}  // namespace npuport
