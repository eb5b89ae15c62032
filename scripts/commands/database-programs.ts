// The commands that work on the database of an installation.
import type { ApiKeyScope, CallerKind } from '#contracts';
import { program } from './command-line.ts';
import { channel, email, slug, timeZone } from './checked-values.ts';
import { day, flag, oneOf, oneOfOrNone, required, someOf, text, texts, wholeOrNone } from './options.ts';

const WHERE =
  'It works on the database of DATABASE_URL, or on the embedded one of the npm start that runs with this DATA_DIR.';
const json = flag('prints JSON');

export const tools = program({
  name: 'tools',
  does: 'Shows and edits the metadata of tools.',
  commands: {
    list: { does: 'every tool: tier, whether it is on, its replacement, the versions of its overrides' },
    show: { takes: ['NAME'], does: 'one tool with its arguments and the history of its edits' },
    diff: { takes: ['NAME'], does: 'the differences from its file' },
    override: { takes: ['NAME'], does: 'replaces metadata of its file by those of --file' },
    revert: { takes: ['NAME'], does: 'returns to the file, or to a version' },
    export: { does: 'every override, as JSON' },
    import: { takes: ['FILE'], does: 'applies an export' },
    deprecated: { does: 'uses of deprecated tools, and the tools that can be removed' },
    definitions: { takes: ['[NAME]'], does: 'the definitions that servers sent' },
    approve: { takes: ['NAME', 'HASH'], does: 'allows a definition that its server has changed' },
  },
  options: {
    org: text('SLUG', 'the org; without it the platform, whose overrides hold in every org'),
    file: { ...text('FILE', 'a file of JSON'), only: ['override'], requiredBy: ['override'] },
    to: { ...wholeOrNone('the version to return to', { least: 0 }), only: ['revert'] },
    'replace-all': { ...flag('removes overrides that the file does not name'), only: ['import'] },
    days: { ...oneOfOrNone(['7', '30'], 'the window in days'), only: ['deprecated'] },
    reason: text('TEXT', 'the reason, for the audit log'),
    json,
  },
  notes: [WHERE],
});

const CALLERS = ['contact', 'staff', 'admin'] as const satisfies readonly CallerKind[];

export const broker = program({
  name: 'broker',
  does: 'Trains the tool broker of an org and explains its choices.',
  commands: {
    train: {
      does: 'learns from the org’s log; the new version serves if it finds no less than the one before',
    },
    versions: { does: 'the ranker versions, newest first, each compared with the one that served before it' },
    explain: {
      takes: ['TEXT'],
      does: 'the tools that the first message of a conversation would be offered, and why',
    },
  },
  options: {
    org: required(text('SLUG', 'the slug of the org')),
    agent: {
      ...text('AGENT', 'the agent, as PACK/NAME or by its name'),
      only: ['explain'],
      requiredBy: ['explain'],
    },
    channel: { ...channel('the channel; chat unless given'), only: ['explain'] },
    caller: { ...oneOf(CALLERS, 'contact', 'who sends the message'), only: ['explain'] },
    tool: { ...text('NAME', 'this tool alone, even if such a turn cannot use it'), only: ['explain'] },
    all: { ...flag('every tool that is left out, not only the best'), only: ['explain'] },
    json,
  },
  notes: [WHERE],
  check: ({ command, names: [message] }) =>
    command === 'explain' && message?.trim() === '' ? 'TEXT is empty.' : undefined,
});

export const analytics = program({
  name: 'analytics',
  does: 'Manages the logins of SQL clients and rebuilds rollups. Logins need a PostgreSQL of your own.',
  commands: {
    roles: { does: 'the logins that read the schema analytics' },
    'add-role': {
      takes: ['NAME'],
      does: 'creates a login and prints its password; needs --org or --all-orgs',
    },
    'remove-role': { takes: ['NAME'], does: 'removes a login' },
    rebuild: { does: 'rebuilds the rollups of one org, or of all' },
  },
  options: {
    org: { ...text('SLUG', 'the org'), only: ['add-role', 'rebuild'] },
    'all-orgs': { ...flag('the login reads every org'), only: ['add-role'] },
    from: { ...day('the first day (UTC); everything unless given'), only: ['rebuild'] },
  },
  notes: [WHERE],
  check: ({ command, options }) =>
    command === 'add-role' && (options.org === undefined) !== options['all-orgs']
      ? 'Name what the login reads: --org SLUG or --all-orgs.'
      : undefined,
});

export const importRows = program({
  name: 'import',
  does: 'Replaces the rows of a pack in an org by those of a file, which has one JSON object a line.',
  takes: ['NAME', 'FILE'],
  options: { org: required(text('SLUG', 'the slug of the org')) },
  notes: ['The packs name what can be imported; a NAME that does not exist lists them.', WHERE],
});

export const mcp = program({
  name: 'mcp',
  silent: true,
  does: 'Serves MCP on standard input and output, for the client that starts it.',
  options: {
    org: required(text('SLUG', 'the org whose tools, resources and prompts are served')),
    key: text(
      'KEY',
      'acts with this API key, which needs the scope mcp; MCP_API_KEY in the environment does too',
    ),
    user: text('HANDLE', 'acts as this member of the org; without key and user as a customer'),
    conversation: text('ID', 'the conversation of the calls'),
    voice: flag('the rules of voice: two attempts, no cache, the voice profile'),
    'all-tools': flag('lists every tool instead of those that are always there'),
  },
  notes: [WHERE],
  check: ({ options: { key, user } }) =>
    key !== undefined && user !== undefined
      ? 'Give --key or --user, not both: a key names its user.'
      : undefined,
});

const SCOPES: ApiKeyScope[] = ['messages', 'messages:staff', 'turns', 'contacts', 'mcp', 'metrics', 'admin'];

export const setup = program({
  name: 'setup',
  does: 'Creates an org, a platform admin and an API key. What exists already stays as it is.',
  options: {
    org: required(slug('the short name of the org: lower-case letters, digits, hyphens')),
    name: text('NAME', 'its name; the slug unless given'),
    pack: {
      ...texts('PACK', 'a pack of the org; several in turn, the first is the default'),
      requiredBy: true,
    },
    timezone: timeZone('such as Asia/Nicosia; ORG_TIMEZONE unless given'),
    admin: required(email('the address of the platform admin, who sees and changes every org')),
    'password-stdin': flag('reads the admin’s password from standard input instead of creating one'),
    scopes: someOf(SCOPES, 'what the key may do, everything unless given'),
    'new-key': flag('creates one more key where the org has one'),
    'new-password': flag('gives an existing admin a new password'),
  },
  notes: ['Example: npm run setup -- --org acme --name "Acme" --pack estio --admin you@example.com', WHERE],
});

export const seed = program({
  name: 'seed',
  does: 'Creates the demo orgs, with people, keys and two weeks of history, in the database of DATABASE_URL. What exists already stays as it is.',
  options: { 'in-production': flag('creates them although NODE_ENV is production') },
});

export const migrate = program({
  name: 'migrate',
  does: 'Brings the database of DATABASE_URL to the newest schema.',
  options: {},
});

export const reseal = program({
  name: 'reseal',
  does: 'Seals the stored secrets of all orgs with SECRETS_KEY. PREVIOUS_SECRETS_KEYS opens those that an earlier key sealed.',
  options: {},
  notes: [WHERE],
});
