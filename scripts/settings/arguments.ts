import { readCommandLine, reasonOf } from '../command-line.ts';
import { StartRefusedError } from '../start/start.errors.ts';

export const USAGE = `npm run settings -- COMMAND --org SLUG
  list                   every setting, what holds and who says so: the org, the deployment, or the default
  get NAME               one setting with what it means and what fits
  set NAME VALUE         gives the org a value of its own; lists of names have commas between them
  set NAME --secret      the same with a secret, which is read from standard input
  clear NAME             takes the org's own value away
Every change needs --why "…". It holds in every process within 2 s.
  --json                 prints JSON
Who asks: the key of scope admin in TURNPIKE_API_KEY (--org is then its own), or --email E-MAIL --password-stdin,
or the demo's admin.
Where: the console at --url, or at HOST and ADMIN_PORT.`;

const OPTIONS = {
  org: { type: 'string' },
  why: { type: 'string' },
  secret: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  url: { type: 'string' },
  email: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const;

/** Commands with the names of what has to follow them. */
const COMMANDS = { list: [], get: ['NAME'], set: ['NAME', 'VALUE'], clear: ['NAME'] } as const;
export type SettingCommandName = keyof typeof COMMANDS;
const READING = new Set<SettingCommandName>(['list', 'get']);

export interface SettingArguments {
  command: SettingCommandName;
  /** Empty for `list`. */
  name: string;
  /** Of `set`, where it is no secret. */
  value?: string;
  /** The value comes from standard input. */
  secret: boolean;
  org?: string;
  /** Empty for commands that only read. */
  why: string;
  json: boolean;
  url?: string;
  email?: string;
  passwordFromStdin: boolean;
}

/** @throws StartRefusedError that says what does not fit. */
export function readArguments(args: string[]): SettingArguments {
  const { values, positionals } = parse(args);
  const [command = '', ...given] = positionals;
  if (!isCommand(command))
    throw new StartRefusedError(command === '' ? USAGE : `No such command: ${command}\n${USAGE}`);
  const { secret, org, url, email, json } = values;
  if (secret && command !== 'set') throw new StartRefusedError('--secret belongs to set.');
  if (secret && values['password-stdin'])
    throw new StartRefusedError('Secret and password cannot both be read from standard input; use a key.');
  const wanted = secret ? ['NAME', '--secret'] : [...COMMANDS[command]];
  if (given.length !== wanted.filter((word) => word !== '--secret').length)
    throw new StartRefusedError(`Expected: npm run settings -- ${[command, ...wanted].join(' ')}`);
  const why = READING.has(command) ? (values.why?.trim() ?? '') : reasonOf('settings', args, values.why);
  const [name = '', value] = given;
  return {
    command,
    name,
    value,
    secret,
    org,
    why,
    json,
    url: url?.replace(/\/+$/, ''),
    email,
    passwordFromStdin: values['password-stdin'],
  };
}

function isCommand(name: string): name is SettingCommandName {
  return Object.hasOwn(COMMANDS, name);
}

function parse(args: string[]) {
  return readCommandLine(USAGE, { args, allowPositionals: true, options: OPTIONS });
}
