import { numberOption, readCommandLine } from '../command-line.ts';
import { StartRefusedError } from '../start/start.errors.ts';

export const USAGE = `npm run models -- COMMAND --org SLUG
  list                        every model with its tier and prices, and the tier of each task
  add NAME --base-url URL     adds a model of the org's own; with --key its key is read from standard input
    --tier flash|standard|premium  --model ITS-NAME  --prices-usd INPUT,CACHED,OUTPUT (per million tokens)
    --context TOKENS  --max-output TOKENS  --input-margin TIMES (its tokens to those of o200k_base, at most)
    --abilities tools,vision,jsonSchema,streaming
  remove NAME                 takes it away
  tier NAME TIER              flash, standard, premium, off, or none for the platform's again
  task TASK TIER              the same for a task type
  keys                        keys by fingerprint; without --org those of the deployment that rest or are out
  add-key PROVIDER            a key of google, openai or anthropic, or several with commas between them, from standard input
  remove-key PROVIDER FINGERPRINT
  put-back PROVIDER FINGERPRINT   lets a key be used again; --model NAME for that of an own model
  wake PROVIDER MODEL         has a model asked again that rests because its provider did not know it; without --org for the
    deployment, with provider compatible a model of the org's own
  circuits                    which models each worker leaves alone
  cost                        what calls cost, against all of them on the standard and on the premium tier
    --from DAY --to DAY       of the org; the last 30 days otherwise
    --prices openai|google|anthropic|cheapest|source   prices turns of the offline model as if on these models
  --json                      prints JSON
Who asks: the key of scope admin in TURNPIKE_API_KEY (--org is then its own), or --email E-MAIL --password-stdin,
or the demo's admin.
Where: the console at --url, or at HOST and ADMIN_PORT.`;

const OPTIONS = {
  org: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  tier: { type: 'string' },
  'prices-usd': { type: 'string' },
  context: { type: 'string' },
  'max-output': { type: 'string' },
  'input-margin': { type: 'string' },
  abilities: { type: 'string' },
  key: { type: 'boolean', default: false },
  from: { type: 'string' },
  to: { type: 'string' },
  prices: { type: 'string' },
  json: { type: 'boolean', default: false },
  url: { type: 'string' },
  email: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const;

/** Commands with the names of what has to follow them. */
const COMMANDS = {
  list: [],
  add: ['NAME'],
  remove: ['NAME'],
  tier: ['NAME', 'TIER'],
  task: ['TASK', 'TIER'],
  keys: [],
  'add-key': ['PROVIDER'],
  'remove-key': ['PROVIDER', 'FINGERPRINT'],
  'put-back': ['PROVIDER', 'FINGERPRINT'],
  wake: ['PROVIDER', 'MODEL'],
  circuits: [],
  cost: [],
} as const;
export type ModelCommandName = keyof typeof COMMANDS;

const DAYS = 29;
const MS_PER_DAY = 86_400_000;

export interface ModelArguments {
  command: ModelCommandName;
  /** What follows the command. */
  given: string[];
  /** Its key comes from standard input. */
  secret: boolean;
  org?: string;
  /** Fields of a model, as the console takes them. */
  model: Record<string, unknown>;
  ofModel?: string;
  from: string;
  to: string;
  prices?: string;
  json: boolean;
  url?: string;
  email?: string;
  passwordFromStdin: boolean;
}

/** @throws StartRefusedError that says what does not fit. */
export function readArguments(args: string[], now: Date): ModelArguments {
  const { values, positionals } = parse(args);
  const [command = '', ...given] = positionals;
  if (!isCommand(command))
    throw new StartRefusedError(command === '' ? USAGE : `No such command: ${command}\n${USAGE}`);
  const wanted = COMMANDS[command];
  if (given.length !== wanted.length)
    throw new StartRefusedError(`Expected: npm run models -- ${[command, ...wanted].join(' ')}`);
  const secret = command === 'add-key' || (command === 'add' && values.key);
  if (secret && values['password-stdin'])
    throw new StartRefusedError(
      'Key and password cannot both be read from standard input; use a key of scope admin.',
    );
  if (command === 'add' && (!values['base-url'] || !values.tier))
    throw new StartRefusedError('add needs --base-url and --tier.');
  const { org, url, email, json, from, to, prices, model } = values;
  return {
    command,
    given,
    secret,
    org,
    model: command === 'add' ? modelOf(values) : {},
    ofModel: model,
    from: from ?? dayOf(new Date(now.getTime() - DAYS * MS_PER_DAY)),
    to: to ?? dayOf(now),
    prices,
    json,
    url: url?.replace(/\/+$/, ''),
    email,
    passwordFromStdin: values['password-stdin'],
  };
}

/** What is absent is left to the console's defaults. */
function modelOf(values: ReturnType<typeof parse>['values']): Record<string, unknown> {
  const { model, tier, abilities } = values;
  const prices = values['prices-usd']?.split(',');
  const named = abilities?.split(',').map((name) => name.trim());
  return {
    baseUrl: values['base-url'],
    tier,
    ...(model && { model }),
    ...(prices && { prices: pricesOf(prices) }),
    ...numberAs('contextWindowTokens', 'context', values, { least: 1, whole: true }),
    ...numberAs('maxOutputTokens', 'max-output', values, { least: 1, whole: true }),
    ...numberAs('inputMargin', 'input-margin', values, { least: 1 }),
    ...(named && { abilities: abilitiesOf(named) }),
  };
}

function pricesOf(texts: string[]): Record<'input' | 'cachedInput' | 'output', number> {
  if (texts.length !== 3)
    throw new StartRefusedError(
      `--prices-usd: expected three numbers with commas between them, INPUT,CACHED,OUTPUT, found "${texts.join(',')}".\n${USAGE}`,
    );
  const [input = 0, cachedInput = 0, output = 0] = texts.map((text) =>
    numberOption(USAGE, 'prices-usd', text, { least: 0 }),
  );
  return { input, cachedInput, output };
}

/** A field of the model where its option is given. @throws StartRefusedError */
function numberAs(
  field: string,
  name: 'context' | 'max-output' | 'input-margin',
  values: ReturnType<typeof parse>['values'],
  bounds: { least: number; whole?: boolean },
): Record<string, number> {
  const text = values[name];
  return text === undefined ? {} : { [field]: numberOption(USAGE, name, text, bounds) };
}

const ABILITIES = ['tools', 'vision', 'jsonSchema', 'streaming'];

function abilitiesOf(named: string[]): Record<string, boolean> {
  const unknown = named.filter((name) => !ABILITIES.includes(name));
  if (unknown.length > 0)
    throw new StartRefusedError(
      `No such ability: ${unknown.join(', ')}. There are: ${ABILITIES.join(', ')}.`,
    );
  return Object.fromEntries(ABILITIES.map((name) => [name, named.includes(name)]));
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function isCommand(name: string): name is ModelCommandName {
  return Object.hasOwn(COMMANDS, name);
}

function parse(args: string[]) {
  return readCommandLine(USAGE, { args, allowPositionals: true, options: OPTIONS });
}
