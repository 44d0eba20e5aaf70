# The files for `cmake --install` and `cpack`.
include(GNUInstallDirs)

# wgcts_word(FILE COMMAND...): a file with the output of a command of the program.
set(wgcts_words)
function(wgcts_word file)
  set(output ${PROJECT_BINARY_DIR}/generated/${file})
  add_custom_command(OUTPUT ${output} COMMAND wgcts ${ARGN} > ${output} DEPENDS wgcts VERBATIM)
  set(wgcts_words ${wgcts_words} ${output} PARENT_SCOPE)
endfunction()
wgcts_word(wgcts.bash completion bash)
wgcts_word(_wgcts completion zsh)
wgcts_word(wgcts.fish completion fish)
set(generated ${PROJECT_BINARY_DIR}/generated)
add_custom_command(OUTPUT ${generated}/wgcts.1
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION} -DOUTPUT=${generated}/wgcts.1
          -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/cmake/manual.cmake ${PROJECT_SOURCE_DIR}/docs/cli.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  VERBATIM)
add_custom_target(wgcts_words ALL DEPENDS ${wgcts_words} ${generated}/wgcts.1)

install(TARGETS wgcts RUNTIME)
install(FILES ${generated}/wgcts.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${generated}/wgcts.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME wgcts)
# Most systems' zsh reads site-functions. Debian's reads vendor-completions, and cmake/deb.cmake moves the file there.
set(WGCTS_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Folder of zsh's completion below the prefix")
install(FILES ${generated}/_wgcts DESTINATION ${WGCTS_ZSH_COMPLETIONS})
install(FILES ${generated}/wgcts.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs findings DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.c" PATTERN "*.h")
set(schemas reports/model/report-2.schema.json reports/compare/baseline-1.schema.json)
install(FILES ${schemas} DESTINATION ${CMAKE_INSTALL_DATADIR}/wgcts/schema)
# Other files that pages of the manual link to, at the same relative path.
foreach(linked IN LISTS schemas ITEMS tests/faults/README.md)
  get_filename_component(folder ${linked} DIRECTORY)
  install(FILES ${linked} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(DIRECTORY baselines DESTINATION ${CMAKE_INSTALL_DATADIR}/wgcts
        OPTIONAL FILES_MATCHING PATTERN "*.json")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(PROGRAMS examples/slurm/submit DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/slurm OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the authors of wgcts <wgcts@wgcts.invalid>" CACHE STRING "Maintainer of the .deb: name and mail address")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Tests whether an OpenCL device computes work_group_all, any, broadcast,
reduce and scan as the specification says. A report names the broken rule,
its conditions, and a short C program.")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/deb.cmake)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # the dependencies are the libraries that the program loads
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1") # the program loads it at run time
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "opencl-icd")
include(CPack)
