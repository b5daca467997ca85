#include "base/edit_distance.h"

#include <gtest/gtest.h>

#include <string>

namespace npuport {
namespace {

TEST(EditDistance, CountsSingleBytes) {
  EXPECT_EQ(edit_distance("", "", 5), 0u);
  EXPECT_EQ(edit_distance("graph", "grap", 5), 1u);
  EXPECT_EQ(edit_distance("graph", "grpah", 5), 2u);
  EXPECT_EQ(edit_distance("kitten", "sitting", 5), 3u);
  EXPECT_EQ(edit_distance("", "abc", 5), 3u);
}

TEST(EditDistance, StopsAtTheLimit) {
  EXPECT_GT(edit_distance("kitten", "sitting", 2), 2u);
  EXPECT_GT(edit_distance(std::string(100000, 'a'), "b", 3), 3u);
  EXPECT_GT(edit_distance(std::string(5000, 'a'), std::string(5000, 'b'), 3), 3u);
}

}  // namespace
}  // namespace npuport
