#pragma once

/// The number of arguments that the system started the process with, the program's name among them.
int carguments_count(void);

/// The arguments, as many as `carguments_count` says; they stay where they are for the life of the process.
const char *_Nullable const *_Nullable carguments_values(void);
