# Writes report_schema.hpp, which contains the schema of reports.
set(schema ${PROJECT_SOURCE_DIR}/reports/model/report-2.schema.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${schema})
file(READ ${schema} report_schema)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/report_schema.hpp @ONLY CONTENT "#pragma once
inline constexpr const char* report_schema_text = R\"schema(@report_schema@)schema\";
")
