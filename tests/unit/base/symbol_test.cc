#include "base/symbol.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

namespace npuport {
namespace {

TEST(SymbolTable, EqualSpellingsShareASymbol) {
  SymbolTable table;
  const Symbol torch = table.intern("torch");
  const std::string copy = "torch";
  EXPECT_EQ(torch, table.intern(copy));
  EXPECT_NE(torch, table.intern("torch.cuda"));
  EXPECT_EQ("torch", table.text(torch));
}

TEST(SymbolTable, EmptyTextIsNone) {
  SymbolTable table;
  EXPECT_EQ(Symbol::kNone, table.intern(""));
  EXPECT_EQ(Symbol::kNone, table.find(""));
  EXPECT_EQ("", table.text(Symbol::kNone));
}

TEST(SymbolTable, FindDoesNotCreate) {
  SymbolTable table;
  EXPECT_EQ(Symbol::kNone, table.find("device"));
  const Symbol device = table.intern("device");
  EXPECT_EQ(device, table.find("device"));
}

TEST(SymbolTable, SpellingsOfEveryLengthAndByteAreKeptApart) {
  SymbolTable table;
  std::set<Symbol> seen;
  std::vector<std::string> spellings;
  for (size_t length = 1; length <= 80; ++length) {
    for (char byte : {'\0', 'a', '\xFF'}) {
      for (size_t place : {size_t{0}, length / 2, length - 1}) {
        std::string text(length, 'x');
        text[place] = byte;
        if (seen.insert(table.intern(text)).second) spellings.push_back(text);
      }
    }
  }
  for (const std::string& text : spellings) EXPECT_EQ(text, table.text(table.find(text)));
  EXPECT_EQ(std::set<std::string>(spellings.begin(), spellings.end()).size(), seen.size());
}

TEST(SymbolTable, TextOutlivesTheCallersBufferAndLargeSpellingsWork) {
  SymbolTable table;
  std::string huge(1 << 20, 'h');
  const Symbol symbol = table.intern(huge);
  const std::string_view kept = table.text(symbol);
  huge.assign(huge.size(), '-');
  EXPECT_EQ(std::string(1 << 20, 'h'), kept);
  EXPECT_EQ(symbol, table.intern(std::string(1 << 20, 'h')));
}

TEST(SymbolTable, ThreadsAgreeOnSymbols) {
  constexpr int kThreads = 4;
  constexpr int kNames = 20000;
  SymbolTable table;
  std::vector<std::vector<Symbol>> seen(kThreads, std::vector<Symbol>(kNames));
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int k = 0; k < kNames; ++k) {
          const int i = (k * 7919 + t * 5003) % kNames;  // each thread in its own order
          const std::string name = "name_" + std::to_string(i);
          seen[t][i] = table.intern(name);
          ASSERT_EQ(name, table.text(seen[t][i]));
        }
      });
    }
  }
  for (int t = 1; t < kThreads; ++t) EXPECT_EQ(seen[0], seen[t]);
  EXPECT_EQ(static_cast<size_t>(kNames), std::set<Symbol>(seen[0].begin(), seen[0].end()).size());
}

}  // namespace
}  // namespace npuport
