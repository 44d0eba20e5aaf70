# Writes report_schema.hpp: the schema of reports, as the program carries it.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/reports/model/report-1.schema.json)
file(READ ${PROJECT_SOURCE_DIR}/reports/model/report-1.schema.json report_schema)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/report_schema.hpp @ONLY CONTENT "#pragma once
inline constexpr const char* report_schema_text = R\"schema(@report_schema@)schema\";
")
