# cmake -DPROGRAM=wgcts -DDOCUMENT=docs/coverage.md -P coverage.cmake: is the document what the program prints?
execute_process(COMMAND ${PROGRAM} coverage --profile standard --markdown OUTPUT_VARIABLE now COMMAND_ERROR_IS_FATAL ANY)
file(READ ${DOCUMENT} then)
if(NOT now STREQUAL then)
  message(FATAL_ERROR "docs/coverage.md is not current: build/wgcts coverage --markdown >docs/coverage.md")
endif()
