# Writes report_schema.hpp: the schemas of reports, as the program carries them.
set(report_schemas "")
foreach(version 1 2)
  set(schema ${PROJECT_SOURCE_DIR}/reports/model/report-${version}.schema.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${schema})
  file(READ ${schema} text)
  string(APPEND report_schemas "    R\"schema(${text})schema\",\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/report_schema.hpp @ONLY CONTENT "#pragma once
/// By major version, from 1.
inline constexpr const char* report_schema_texts[] = {
@report_schemas@};
")
