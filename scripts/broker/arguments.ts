import { callerKind, channelName, type CallerKind } from '#contracts';
import { packs } from '../../packs/index.ts';
import { readCommandLine } from '../command-line.ts';
import { StartRefusedError } from '../start/start.errors.ts';

export const USAGE = `npm run broker -- COMMAND --org SLUG
  train                 learns from the org's log now; what was learned serves where it finds no less than before
  versions              the org's ranker versions, newest first, each compared with the one that served before
  explain TEXT --agent AGENT
                        what a new conversation's message would be offered, and why, tool by tool
                          --channel NAME                 chat unless said; any but voice follows the rules of chat
                          --caller contact|staff|admin   contact unless said
                          --tool NAME                    that tool alone, also one that such a turn cannot use
                          --all                          every tool, not only the best of those that are left out
  --json                prints JSON
  --help                prints this
AGENT is pack/agent, or the agent's name where the org has one of that name.`;

const OPTIONS = {
  org: { type: 'string' },
  agent: { type: 'string' },
  channel: { type: 'string', default: 'chat' },
  caller: { type: 'string', default: 'contact' },
  tool: { type: 'string' },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Commands with the names of what has to follow them. */
const COMMANDS = { train: [], versions: [], explain: ['TEXT'] } as const;
export type BrokerCommandName = keyof typeof COMMANDS;

export interface BrokerArguments {
  command: BrokerCommandName;
  org: string;
  /** Of `explain`; empty for the others, as `agent` is. */
  text: string;
  agent: string;
  channel: string;
  caller: CallerKind;
  tool?: string;
  all: boolean;
  json: boolean;
}

/** @throws StartRefusedError that says what does not fit. */
export function readArguments(args: string[]): BrokerArguments {
  const { values, positionals } = parse(args);
  const [name = '', ...given] = positionals;
  if (!isCommand(name))
    throw new StartRefusedError(name === '' ? USAGE : `No such command: ${name}\n${USAGE}`);
  const wanted = COMMANDS[name];
  const [text = ''] = given;
  if (given.length > wanted.length && name === 'explain')
    throw new StartRefusedError('The message is one argument: put it in quotation marks.');
  if (given.length !== wanted.length || (name === 'explain' && text.trim() === ''))
    throw new StartRefusedError(`Expected: npm run broker -- ${[name, ...wanted].join(' ')} --org SLUG`);
  if (!values.org) throw new StartRefusedError('--org is missing: the slug of the org that is meant.');
  if (name === 'explain' && !values.agent)
    throw new StartRefusedError(
      `--agent is missing: the agent that would be asked, one of ${agentNames().join(', ')}.`,
    );
  return {
    command: name,
    org: values.org,
    text,
    agent: values.agent ?? '',
    channel: channelOf(values.channel),
    caller: oneOf('--caller', callerKind.options, values.caller),
    tool: values.tool,
    all: values.all,
    json: values.json,
  };
}

function agentNames(): string[] {
  return packs.flatMap((pack) => pack.agents.map((agent) => `${pack.name}/${agent.name}`));
}

function isCommand(name: string): name is BrokerCommandName {
  return Object.hasOwn(COMMANDS, name);
}

function oneOf<Value extends string>(option: string, known: readonly Value[], given: string): Value {
  const found = known.find((value) => value === given);
  if (!found)
    throw new StartRefusedError(`${option}: expected one of ${known.join(', ')}, found "${given}".`);
  return found;
}

function channelOf(given: string): string {
  const parsed = channelName.safeParse(given);
  if (!parsed.success)
    throw new StartRefusedError(`--channel: ${parsed.error.issues[0]?.message}, found "${given}".`);
  return parsed.data;
}

function parse(args: string[]) {
  return readCommandLine(USAGE, { args, allowPositionals: true, options: OPTIONS });
}
