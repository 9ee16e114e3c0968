//! Classes: declaring, linking, inheritance, native classes, constants.
