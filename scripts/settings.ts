// npm run settings: shows and changes the settings of an org, through the console of a running installation.
import { settings } from './commands/console-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { lineFromStdin, withConsole } from './console/open-console.ts';
import { settingCommands } from './settings/commands.ts';

await runCommand(settings, async (line) => {
  const secret = line.options.secret ? await lineFromStdin() : undefined;
  return withConsole(line.options, (console) => settingCommands[line.command](console, line, secret));
});
