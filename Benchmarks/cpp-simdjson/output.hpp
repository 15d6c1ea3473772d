// Strings as JSON writes them.
#pragma once

#include <string>
#include <string_view>

namespace winback {

inline bool needs_escape(char character) {
  return character == '"' || character == '\\' || static_cast<unsigned char>(character) < 0x20;
}

inline void append_string(std::string_view text, std::string& out) {
  static const char hex[] = "0123456789abcdef";
  out += '"';
  while (true) {
    size_t plain = 0;
    while (plain < text.size() && !needs_escape(text[plain])) ++plain;
    out.append(text.data(), plain);
    if (plain == text.size()) break;
    const char character = text[plain];
    if (character == '"' || character == '\\') {
      out += '\\';
      out += character;
    } else {
      out += "\\u00";
      out += hex[character >> 4];
      out += hex[character & 15];
    }
    text.remove_prefix(plain + 1);
  }
  out += '"';
}

}  // namespace winback
