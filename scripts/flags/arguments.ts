import { readCommandLine, reasonOf } from '../command-line.ts';
import { StartRefusedError } from '../start/start.errors.ts';

export const USAGE = `npm run flags -- COMMAND
  list                     every flag and what it is in each org
  get FLAG                 one flag with what is set, its gate and its history
  set FLAG VALUE           gives it a value:  without --org the platform's default
                             --org SLUG                       for the org
                             --org SLUG --percent N           for a share of its conversations, 0 to 100
                             --org SLUG --conversation ID     for one conversation
  clear FLAG               takes such a value away (--share in place of --percent)
  kill FLAG, revive FLAG   forces its safe value on every org at once, and ends that
  undo CHANGE              puts back what was set before; CHANGE is an id of the history
  export                   what is set, as JSON
  import FILE              sets exactly what the file says for every flag that it names (- reads standard input)
Every change needs --why "…".
  --revision N             refuses to change what was changed after you looked (set, clear, kill, revive)
  --override-gate          sets a variant although its rollout gate is closed (set, undo, import)
  --force                  undoes even when something newer is overwritten (undo)
  --dry-run                shows what an import would change
  --json                   prints JSON (list, get)
Who asks: the key of scope admin in TURNPIKE_API_KEY, or --email E-MAIL --password-stdin, or the demo's admin.
Where: the console at --url, or at HOST and ADMIN_PORT.`;

const OPTIONS = {
  org: { type: 'string' },
  percent: { type: 'string' },
  share: { type: 'boolean', default: false },
  conversation: { type: 'string' },
  why: { type: 'string' },
  revision: { type: 'string' },
  'override-gate': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  url: { type: 'string' },
  email: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const;

/** Commands with the names of what has to follow them. */
const COMMANDS = {
  list: [],
  get: ['FLAG'],
  set: ['FLAG', 'VALUE'],
  clear: ['FLAG'],
  kill: ['FLAG'],
  revive: ['FLAG'],
  undo: ['CHANGE'],
  export: [],
  import: ['FILE'],
} as const;
export type CommandName = keyof typeof COMMANDS;
const READING = new Set<CommandName>(['list', 'get', 'export']);

export interface FlagArguments {
  command: CommandName;
  /** What follows the command: flag and value, a change, or a file. */
  names: string[];
  org?: string;
  percent?: number;
  share: boolean;
  conversation?: string;
  /** Empty for commands that only read. */
  why: string;
  revision?: number;
  overrideGate: boolean;
  force: boolean;
  dryRun: boolean;
  json: boolean;
  url?: string;
  email?: string;
  passwordFromStdin: boolean;
}

/** @throws StartRefusedError that says what does not fit. */
export function readArguments(args: string[]): FlagArguments {
  const { values, positionals } = parse(args);
  const [name = '', ...names] = positionals;
  if (!isCommand(name))
    throw new StartRefusedError(name === '' ? USAGE : `No such command: ${name}\n${USAGE}`);
  const wanted = COMMANDS[name];
  if (names.length !== wanted.length)
    throw new StartRefusedError(`Expected: npm run flags -- ${[name, ...wanted].join(' ')}`);
  const why = READING.has(name) ? (values.why?.trim() ?? '') : reasonOf('flags', args, values.why);
  if (values.org === undefined && (values.percent !== undefined || values.share || values.conversation))
    throw new StartRefusedError('--org is missing: shares and conversations belong to an org.');
  if ([values.percent ?? (values.share || undefined), values.conversation].every((one) => one !== undefined))
    throw new StartRefusedError('Either a share of the conversations or one of them, not both.');
  return {
    command: name,
    names,
    org: values.org,
    percent: numberOf('--percent', values.percent),
    share: values.share,
    conversation: values.conversation,
    why,
    revision: numberOf('--revision', values.revision),
    overrideGate: values['override-gate'],
    force: values.force,
    dryRun: values['dry-run'],
    json: values.json,
    url: values.url?.replace(/\/+$/, ''),
    email: values.email,
    passwordFromStdin: values['password-stdin'],
  };
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new StartRefusedError(`${option}: expected a number, found "${text}".`);
  return Number(text);
}

function parse(args: string[]) {
  return readCommandLine(USAGE, { args, allowPositionals: true, options: OPTIONS });
}
