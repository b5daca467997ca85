# The knowledge folder inside the binary: a build-time tool checks the rules and packs everything into
# one file, an assembler source includes its bytes. src/knowledge/embedded.h reads it.
enable_language(ASM)

set(rule_reader ${CMAKE_SOURCE_DIR}/src/knowledge)
add_executable(compile_rules
  ${CMAKE_SOURCE_DIR}/cmake/compile_rules.cc
  ${rule_reader}/data_tree.cc
  ${rule_reader}/field_reader.cc
  ${rule_reader}/matcher_reader.cc
  ${rule_reader}/mode_reader.cc
  ${rule_reader}/predicate_reader.cc
  ${rule_reader}/rule_loader.cc
  ${rule_reader}/rule_reader.cc
  ${rule_reader}/sample_reader.cc
  ${rule_reader}/target_condition.cc
  ${rule_reader}/variant_reader.cc
  ${rule_reader}/version.cc
  ${rule_reader}/yaml_reader.cc)
target_include_directories(compile_rules PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(compile_rules PRIVATE np_base yaml-cpp re2::re2 Threads::Threads)

file(GLOB_RECURSE knowledge_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/knowledge/*)
set(knowledge_pack ${CMAKE_BINARY_DIR}/knowledge.pack)
add_custom_command(
  OUTPUT ${knowledge_pack}
  COMMAND compile_rules pack ${CMAKE_SOURCE_DIR}/knowledge ${knowledge_pack}
  DEPENDS compile_rules ${knowledge_files}
  COMMENT "Packing knowledge/"
  VERBATIM)

set(knowledge_source ${CMAKE_BINARY_DIR}/knowledge_pack.S)
file(CONFIGURE OUTPUT ${knowledge_source} @ONLY CONTENT [[
    .section .rodata
    .balign 16
    .global npuport_knowledge_begin
    .global npuport_knowledge_end
npuport_knowledge_begin:
    .incbin "@knowledge_pack@"
npuport_knowledge_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]])
set_source_files_properties(${knowledge_source} PROPERTIES OBJECT_DEPENDS ${knowledge_pack})
add_library(np_knowledge_data STATIC ${knowledge_source})
set_target_properties(np_knowledge_data PROPERTIES LINKER_LANGUAGE C)
target_link_libraries(np_knowledge PUBLIC np_knowledge_data)

# Packing tolerates a bad rule, so that work on one rule does not stop the build; the tests do not.
if(NPUPORT_TESTS)
  add_test(NAME shipped_rules COMMAND compile_rules check ${CMAKE_SOURCE_DIR}/knowledge/rules)
endif()

# docs/coverage.md: which rule answers for each row of the knowledge.
add_executable(knowledge_coverage ${CMAKE_SOURCE_DIR}/cmake/coverage.cc)
target_link_libraries(knowledge_coverage PRIVATE np_knowledge)
add_custom_target(coverage
  COMMAND knowledge_coverage ${CMAKE_SOURCE_DIR}/knowledge ${CMAKE_SOURCE_DIR}/docs/coverage.md
  VERBATIM)
if(NPUPORT_TESTS)
  add_test(NAME knowledge_coverage
    COMMAND knowledge_coverage ${CMAKE_SOURCE_DIR}/knowledge ${CMAKE_SOURCE_DIR}/docs/coverage.md --check)
endif()
