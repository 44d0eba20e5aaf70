# Writes clauses_table.hpp, which contains reference/clauses.json as constants.
set(file ${PROJECT_SOURCE_DIR}/reference/clauses.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
file(READ ${file} json)

# wgcts_rows(NAME): calls wgcts_NAME_row(KEY ROW) for each member of the object or list NAME, and sets the
# variable NAME to the resulting lines.
function(wgcts_rows name)
  string(JSON rows GET "${json}" ${name})
  string(JSON count LENGTH "${rows}")
  math(EXPR last "${count} - 1")
  string(JSON type TYPE "${json}" ${name})
  set(text "")
  foreach(i RANGE ${last})
    if(type STREQUAL OBJECT)
      string(JSON key MEMBER "${rows}" ${i})
    else()
      set(key ${i})
    endif()
    string(JSON row GET "${rows}" ${key})
    cmake_language(CALL wgcts_${name}_row "${key}" "${row}")
    string(APPEND text "${line}")
  endforeach()
  set(${name} "${text}" PARENT_SCOPE)
endfunction()

# wgcts_member(RESULT ROW KEY): the member as a literal, which is empty if the row has none.
function(wgcts_member result row key)
  string(JSON value ERROR_VARIABLE error GET "${row}" ${key})
  if(error)
    set(value "")
  endif()
  set(${result} "R\"(${value})\"" PARENT_SCOPE)
endfunction()

function(wgcts_documents_row key row)
  wgcts_member(name "${row}" name)
  wgcts_member(version "${row}" version)
  set(line "inline constexpr Document ${key}{${name}, ${version}};\n" PARENT_SCOPE)
endfunction()

function(wgcts_sections_row key row)
  string(JSON document GET "${row}" document)
  wgcts_member(title "${row}" title)
  wgcts_member(path "${row}" path)
  wgcts_member(anchor "${row}" anchor)
  set(line "inline constexpr Section ${key}{&${document}, ${title}, ${path}, ${anchor}};\n" PARENT_SCOPE)
endfunction()

function(wgcts_clauses_row key row)
  wgcts_member(id "${row}" id)
  string(JSON tier GET "${row}" tier)
  string(JSON count LENGTH "${row}" sections)
  math(EXPR last "${count} - 1")
  set(sections "")
  foreach(i RANGE ${last})
    string(JSON section GET "${row}" sections ${i})
    string(APPEND sections "&sections::${section}, ")
  endforeach()
  wgcts_member(text "${row}" text)
  wgcts_member(uncited "${row}" uncited)
  set(line "    {${id}, Tier::${tier}, {${sections}}, ${text}, ${uncited}},\n" PARENT_SCOPE)
endfunction()

wgcts_rows(documents)
wgcts_rows(sections)
wgcts_rows(clauses)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/clauses_table.hpp @ONLY CONTENT "// Written by cmake/clauses.cmake.
#pragma once

#include \"reference/sections.hpp\"

namespace wgcts::reference {

@documents@
namespace sections {
@sections@}  // namespace sections

inline constexpr auto clauses = std::to_array<Clause>({
@clauses@});

}  // namespace wgcts::reference
")
target_include_directories(wgcts_reference PUBLIC ${PROJECT_BINARY_DIR}/generated)
