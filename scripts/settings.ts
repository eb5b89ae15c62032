// npm run settings: looks at the settings of an org and changes them, through the console of an installation that runs.
import { lineFromStdin, runConsoleCommand, withConsole } from './console/open-console.ts';
import { readArguments } from './settings/arguments.ts';
import { settingCommands } from './settings/commands.ts';

runConsoleCommand(async () => {
  const given = readArguments(process.argv.slice(2));
  const secret = given.secret ? await lineFromStdin() : undefined;
  return withConsole(given, (console) => settingCommands[given.command](console, { ...given, secret }));
});
