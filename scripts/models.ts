// npm run models: looks at the models, keys and costs of an org and changes them, through the console of an installation that runs.
import { createClock } from '#config';
import { lineFromStdin, runConsoleCommand, withConsole } from './console/open-console.ts';
import { modelCommands } from './models/commands.ts';
import { readArguments } from './models/arguments.ts';

runConsoleCommand(async () => {
  const given = readArguments(process.argv.slice(2), createClock().now());
  const secret = given.secret ? await lineFromStdin() : undefined;
  return withConsole(given, (console) => modelCommands[given.command](console, { ...given, secret }));
});
