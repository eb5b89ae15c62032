// npm run models: shows and changes the models, keys and costs of an org, through the console of a running installation.
import { models } from './commands/console-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { lineFromStdin, withConsole } from './console/open-console.ts';
import { modelCommands } from './models/commands.ts';

await runCommand(models, async (line) => {
  const secret = line.command === 'add-key' || line.options.key ? await lineFromStdin() : undefined;
  return withConsole(line.options, (console) => modelCommands[line.command](console, line, { secret }));
});
