# The tree-sitter runtime and grammars: C sources from npm, pinned by grammars/package-lock.json.
set(NPUPORT_GRAMMARS ${CMAKE_SOURCE_DIR}/build/grammars CACHE PATH
  "Where scripts/fetch_grammars.sh puts the tree-sitter sources")

execute_process(
  COMMAND ${CMAKE_SOURCE_DIR}/scripts/fetch_grammars.sh ${NPUPORT_GRAMMARS}
  RESULT_VARIABLE grammars_result)
if(NOT grammars_result EQUAL 0)
  message(FATAL_ERROR "scripts/fetch_grammars.sh failed; the tree-sitter sources are needed to build")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/grammars/package-lock.json)

set(grammars_modules ${NPUPORT_GRAMMARS}/node_modules)
set(treesitter_runtime ${grammars_modules}/tree-sitter/vendor/tree-sitter/lib)

# Generated tables: optimised even in debug builds, and never held to our warnings.
function(npuport_grammar target)
  add_library(${target} STATIC ${ARGN})
  target_include_directories(${target} SYSTEM PUBLIC ${treesitter_runtime}/include)
  target_compile_options(${target} PRIVATE -O2 -w)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
endfunction()

npuport_grammar(np_treesitter
  ${treesitter_runtime}/src/lib.c
  ${grammars_modules}/tree-sitter-cuda/src/parser.c
  ${grammars_modules}/tree-sitter-cuda/src/scanner.c)

# Only the differential tests of the Python front end link this one.
npuport_grammar(np_treesitter_python
  ${grammars_modules}/tree-sitter-python/src/parser.c
  ${grammars_modules}/tree-sitter-python/src/scanner.c)
target_link_libraries(np_treesitter_python PUBLIC np_treesitter)
set_target_properties(np_treesitter_python PROPERTIES EXCLUDE_FROM_ALL ON)
