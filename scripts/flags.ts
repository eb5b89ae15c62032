// npm run flags: looks at feature flags and changes them, through the console of an installation that runs.
import { runConsoleCommand, withConsole } from './console/open-console.ts';
import { readArguments } from './flags/arguments.ts';
import { flagCommands } from './flags/commands.ts';

runConsoleCommand(async () => {
  const given = readArguments(process.argv.slice(2));
  return withConsole(given, (console) => flagCommands[given.command](console, given));
});
