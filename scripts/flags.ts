// npm run flags: shows and changes feature flags, through the console of a running installation.
import { flags } from './commands/console-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { withConsole } from './console/open-console.ts';
import { flagCommands } from './flags/commands.ts';

await runCommand(flags, (line) =>
  withConsole(line.options, (console) => flagCommands[line.command](console, line)),
);
