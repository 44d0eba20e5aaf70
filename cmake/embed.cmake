# Writes a header with each of PARTS as a string, named by the file's extension: page.css becomes page_css.
set(text "#pragma once\n#include <string_view>\n")
foreach(part IN LISTS PARTS)
  file(READ ${part} content)
  get_filename_component(extension ${part} LAST_EXT)
  string(SUBSTRING ${extension} 1 -1 extension)
  string(APPEND text "inline constexpr std::string_view page_${extension} = R\"embedded(${content})embedded\";\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
