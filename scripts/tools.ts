// npm run tools: looks at tools and edits them, in the installation that runs here or whose database DATABASE_URL names.
import { userInfo } from 'node:os';
import type { DeprecatedTools } from '#contracts/console';
import { readCommandLine } from './command-line.ts';
import { operatorConfig, runCommand, withServices } from './operator.ts';
import { StartRefusedError } from './start/start.errors.ts';
import { toolCommands, type ToolCommand, type ToolOptions } from './tools/commands.ts';
import { completeTools, toolModules } from './tools/looking.ts';
import { definitionsText, deprecationText, toolListText, type SeenDefinitions } from './tools/print.ts';

const USAGE = `npm run tools -- COMMAND [--org SLUG]     without --org the platform's layer, which every org has below its own
  list                          every tool: tier, whether it is on, what replaces it, versions of what is laid over
  show NAME                     one tool with its arguments and the history of its edits
  diff NAME                     where it differs from its file
  override NAME --file x.json   says instead of the file what x.json says
  revert NAME [--to VERSION]    goes back to the file, or to a version
  export                        what is laid over, as JSON
  import FILE [--replace-all]   lays a whole export over; with --replace-all what it does not name goes
  deprecated [--days 7|30]      uses of deprecated tools, and which can go
  definitions [NAME]            the definitions that tools were seen with
  approve NAME HASH             lets a definition be offered that its server has changed
  --reason TEXT                 why, for the audit log
  --json                        prints JSON`;

async function main(): Promise<void> {
  const { command, names, options, json } = readArguments();
  const run: ToolCommand = toolCommands[command];
  const answer = await withServices(await operatorConfig(), toolModules(), async (services) => {
    await completeTools(services);
    return run(services, options, names);
  });
  console.log(json ? JSON.stringify(answer, null, 2) : textOf(command, answer, names));
}

function readArguments() {
  const { values, positionals } = parse();
  const [command = '', ...names] = positionals;
  if (!Object.hasOwn(toolCommands, command))
    throw new StartRefusedError(command === '' ? USAGE : `No such command: ${command}\n${USAGE}`);
  const to = values.to === undefined ? undefined : Number(values.to);
  if (to !== undefined && !Number.isSafeInteger(to)) throw new StartRefusedError('--to: expected a version.');
  if (values.days !== undefined && values.days !== '7' && values.days !== '30')
    throw new StartRefusedError('--days: expected 7 or 30.');
  const options: ToolOptions = {
    org: values.org,
    file: values.file,
    days: values.days === undefined ? undefined : values.days === '7' ? 7 : 30,
    to,
    replaceAll: values['replace-all'],
    reason: values.reason?.trim() || `by ${userInfo().username} on the command line`,
  };
  return { command: command as keyof typeof toolCommands, names, options, json: values.json };
}

function parse() {
  return readCommandLine(USAGE, {
    allowPositionals: true,
    options: {
      org: { type: 'string' },
      file: { type: 'string' },
      days: { type: 'string' },
      to: { type: 'string' },
      'replace-all': { type: 'boolean', default: false },
      reason: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
}

function textOf(command: keyof typeof toolCommands, answer: unknown, names: string[]): string {
  if (command === 'list') return toolListText(answer as (Record<string, unknown> & { pack: string })[]);
  if (command === 'deprecated') return deprecationText(answer as DeprecatedTools);
  if (command === 'definitions') return definitionsText(answer as SeenDefinitions, names.length > 0);
  return JSON.stringify(answer, null, 2);
}

runCommand(main);
