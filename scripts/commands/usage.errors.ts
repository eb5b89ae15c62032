// scripts/run.mjs reads this file before anything is compiled: it imports nothing that has to be installed.

/** The command line is wrong: the message says what was expected. Exit code 2. */
export class UsageError extends Error {}

/** `--help` was given. The message is the help; exit code 0. */
export class HelpWanted extends Error {}
