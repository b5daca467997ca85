# compare_tree_sitter: the Python front end against tree-sitter-python.
add_executable(compare_tree_sitter ${CMAKE_CURRENT_LIST_DIR}/compare_tree_sitter.cc)
target_link_libraries(compare_tree_sitter PRIVATE np_python np_treesitter_python)
