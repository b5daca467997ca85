# Libraries from Debian; static archives are preferred so that build/npuport can be copied.
find_library(RE2_LIBRARY NAMES libre2.a re2 REQUIRED)
add_library(re2::re2 UNKNOWN IMPORTED)
set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION ${RE2_LIBRARY})

find_library(YAML_CPP_LIBRARY NAMES libyaml-cpp.a yaml-cpp REQUIRED)
if(NOT TARGET yaml-cpp)
  add_library(yaml-cpp UNKNOWN IMPORTED)
  set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION ${YAML_CPP_LIBRARY})
endif()

find_library(ZLIB_LIBRARY NAMES libz.a z REQUIRED)
add_library(zlib UNKNOWN IMPORTED)
set_target_properties(zlib PROPERTIES IMPORTED_LOCATION ${ZLIB_LIBRARY})

include(cmake/treesitter.cmake)
