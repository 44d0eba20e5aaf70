# Writes a header with each of PARTS as a string, named after the file: page.css becomes page_css.
set(text "#pragma once\n#include <string_view>\n")
foreach(part IN LISTS PARTS)
  file(READ ${part} content)
  get_filename_component(name ${part} NAME)
  string(MAKE_C_IDENTIFIER ${name} name)
  string(APPEND text "inline constexpr std::string_view ${name} = R\"embedded(${content})embedded\";\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
