// A streaming JSON writer: no tree in memory, output appended to one string.
//
// The text is safe inside an HTML <script> element ("</" and "<!" never appear), valid UTF-8
// whatever the input (a byte that is no UTF-8 becomes U+FFFD), and shows bidirectional marks only
// as escapes. Layout: the members of `open_block` containers stand on lines of their own,
// everything else is compact, so that a diff of two reports shows one line per finding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npuport {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  enum class Layout : uint8_t { kCompact, kBlock };

  void begin_object(Layout layout = Layout::kCompact) { open('{', layout); }
  void end_object() { close('}'); }
  void begin_array(Layout layout = Layout::kCompact) { open('[', layout); }
  void end_array() { close(']'); }

  JsonWriter& key(std::string_view name);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(uint64_t number);
  void value(uint32_t number) { value(static_cast<uint64_t>(number)); }
  void value(int number);
  void value(double number);  // shortest form that reads back as the same number
  void value(bool flag) { raw(flag ? "true" : "false"); }
  void null() { raw("null"); }

  template <typename T>
  void member(std::string_view name, const T& v) {
    key(name).value(v);
  }

 private:
  void open(char bracket, Layout layout);
  void close(char bracket);
  void separate();
  void indent();
  void raw(std::string_view text);
  void quote(std::string_view text);

  std::string& out_;
  uint64_t blocks_ = 0;  // one bit per open container, lowest = innermost: kBlock
  unsigned depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

}  // namespace npuport
