// npm run tools: shows and edits the metadata of tools.
import type { DeprecatedTools } from '#contracts/console';
import type { LineOf } from './commands/command-line.ts';
import { tools } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { operatorConfig, userName, withServices } from './operator.ts';
import { toolCommands, type ToolCommand } from './tools/commands.ts';
import { completeTools, toolModules } from './tools/all-tools.ts';
import { definitionsText, deprecationText, toolListText, type SeenDefinitions } from './tools/print.ts';

void runCommand(tools, async (line) => {
  const { command, names, options } = line;
  const run: ToolCommand = toolCommands[command];
  const given = { ...options, reason: options.reason ?? `by ${userName()} on the command line` };
  const answer = await withServices(await operatorConfig(), toolModules(), async (services) => {
    await completeTools(services);
    return run(services, given, names);
  });
  return options.json ? JSON.stringify(answer, null, 2) : textOf(line, answer);
});

function textOf({ command, names }: LineOf<typeof tools>, answer: unknown): string {
  if (command === 'list') return toolListText(answer as (Record<string, unknown> & { pack: string })[]);
  if (command === 'deprecated') return deprecationText(answer as DeprecatedTools);
  if (command === 'definitions') return definitionsText(answer as SeenDefinitions, names.length > 0);
  return JSON.stringify(answer, null, 2);
}
