# Writes schemas.hpp, which contains the schemas of reports and baselines.
set(schema_names report baseline)
set(schema_files ${PROJECT_SOURCE_DIR}/reports/model/report-2.schema.json
                 ${PROJECT_SOURCE_DIR}/reports/compare/baseline-1.schema.json)
set(schemas "")
foreach(name file IN ZIP_LISTS schema_names schema_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} schema)
  string(APPEND schemas "inline constexpr const char* ${name}_schema_text = R\"schema(${schema})schema\";\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/schemas.hpp @ONLY CONTENT "#pragma once\n@schemas@")
