// A strict, forward-only reader of JSON that knows where in the text each value stands.
//
// Values that nobody asks for are skipped without being built, so a notebook with megabytes of
// images costs one fast scan. Memory does not grow with the input; nesting is limited. After the
// first error every call returns false and error() says what and where.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace npuport {

class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : text_(text) {}

  // Calls `member(key)` for each member of the object that comes next, the cursor before the value.
  // It must consume the value with one call of this class.
  bool read_object(const std::function<bool(std::string_view key)>& member);
  bool read_array(const std::function<bool()>& element);

  // A decoded piece of a string that holds no line end except as its last character.
  struct Fragment {
    std::string text;
    size_t raw_begin = 0;  // byte offset of its first character in the JSON text
  };
  // Line ends are given as \n, whichever kind the string holds.
  bool read_string(const std::function<void(Fragment&&)>& fragment);
  bool read_string(std::string& value);
  bool skip_value();

  bool at_object() { return peek() == '{'; }
  bool at_array() { return peek() == '['; }
  bool at_string() { return peek() == '"'; }
  // Nothing but white space is left.
  bool finish();

  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }
  size_t offset() const { return at_; }

 private:
  char peek();
  bool expect(char c);
  bool fail(std::string message);
  bool skip_string();
  bool skip_scalar();
  bool read_escape(std::string& out);
  bool read_unit(uint32_t& unit);
  template <typename Item>
  bool read_items(char open, char close, const Item& item);

  std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
  size_t next_quote_ = 0;  // no quote stands between at_ and here
  std::string error_;
};

}  // namespace npuport
