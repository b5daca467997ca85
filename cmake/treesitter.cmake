# The tree-sitter runtime and grammars come from npm; see scripts/fetch_grammars.sh.
add_library(np_treesitter INTERFACE)
