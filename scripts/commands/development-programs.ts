// The commands that need no installation: tests, measurements, samples and generators.
import type { Backend } from '../../test/harness/installation.ts';
import type { Fault } from '../../test/faults/run/faults.ts';
import { program } from './command-line.ts';
import {
  flag,
  listed,
  number,
  numberOrNone,
  oneOf,
  oneOfOrNone,
  pricesUsd,
  someOf,
  text,
  whole,
  wholeOrNone,
} from './options.ts';

const MAX_PORT = 65_535;
const seedOption = whole(1, 'the seed of the random choices', { least: 0 });
const TEST_DATABASE = 'It creates a database of its own on the PostgreSQL of TEST_DATABASE_URL.';

const BACKENDS = ['embedded', 'postgres', 'redis'] as const satisfies readonly Backend[];

const EVAL_PROVIDERS = ['google', 'openai', 'anthropic', 'offline'];

export const evaluate = program({
  name: 'eval',
  does: 'Plays the scenarios of the packs on real models, and prints a table that compares them: see docs/models.md.',
  options: {
    provider: listed(
      'A,B',
      'whose models play: google, openai, anthropic, offline, or the URL of a server with OpenAI’s API; several one after the other',
    ),
    model: listed('A,B', 'models of the URL, or of the one provider; each plays and does every task'),
    'max-usd': numberOrNone(
      'what the run may cost at most, in USD; a terminal asks for it unless it is given',
      { least: 0.01 },
    ),
    'prices-usd': pricesUsd('prices per million tokens of the models at a URL, which are unknown otherwise'),
    pack: text('PACK', 'the scenarios of this pack alone'),
    scenario: listed('ID,ID', 'these scenarios alone'),
    backend: oneOf(BACKENDS, 'embedded', 'the services, those of TEST_DATABASE_URL and TEST_REDIS_URL'),
    json: flag('prints JSON, which --compare reads'),
    compare: listed('FILE,FILE', 'plays nothing, and prints one table of results that --json has printed'),
  },
  notes: [
    'Keys come from GOOGLE_API_KEY, OPENAI_API_KEY and ANTHROPIC_API_KEY, for a URL from EVAL_API_KEY, which a local server may not need.',
    'The exit code is 1 if a scenario failed or was not played because the limit was reached.',
  ],
  check({ options: { provider, model, compare, ...options } }) {
    if (compare.length > 0)
      return provider.length > 0 ? '--compare plays nothing: leave --provider away.' : undefined;
    if (provider.length === 0) return '--provider A,B is missing: whose models play.';
    const unknown = provider.find((name) => !EVAL_PROVIDERS.includes(name) && !/^https?:\/\//.test(name));
    if (unknown !== undefined)
      return `--provider: expected ${EVAL_PROVIDERS.join(', ')} or a URL, found "${unknown}".`;
    const urls = provider.filter((name) => !EVAL_PROVIDERS.includes(name));
    if (urls.length > 1) return '--provider: expected one URL at most.';
    if (urls.length === 1 && model.length === 0) return '--model NAME is missing: the model at the URL.';
    if (urls.length === 0 && model.length > 0 && (provider.length > 1 || provider[0] === 'offline'))
      return '--model belongs to a URL or to one provider with a key.';
    if (options['prices-usd'] && urls.length === 0) return '--prices-usd belongs to a URL.';
    return undefined;
  },
});

const FAULTS = [
  'database',
  'redis',
  'redis-empty',
  'redis-hung',
  'slow-database',
  'full-disk',
  'frozen-worker',
  'replay',
  'clock',
] as const satisfies readonly Fault[];

export const faults = program({
  name: 'faults',
  does: 'Sends messages while processes are killed and services fail, then audits the outcome: see docs/faults.md.',
  options: {
    turns: whole(1_000, 'messages to send'),
    backend: oneOf(['redis', 'postgres'], 'redis', 'the queue; Redis is started for the run'),
    workers: whole(3, 'workers at a time', { most: 32 }),
    'kill-every': number(1_000, 'milliseconds between kills of a worker or an api; 0 kills none'),
    every: whole(5_000, 'milliseconds between other faults', { least: 50 }),
    faults: someOf(FAULTS, 'the other faults, all unless given, except clock and, without root, full-disk'),
    'model-faults': number(
      0.01,
      'share of the model’s answers for each of: broken, refused, failed, false; a tenth of it hangs',
      0.2,
    ),
    seed: seedOption,
  },
  notes: [TEST_DATABASE],
});

export const leaks = program({
  name: 'leaks',
  does: 'Asks every route, tool and table for data of another org: see docs/security.md.',
  options: { probes: whole(10_000, 'requests to send'), seed: seedOption },
  notes: [TEST_DATABASE],
});

export const fuzz = program({
  name: 'fuzz',
  does: 'Sends right and nearly right requests, made from the OpenAPI documents: see docs/security.md.',
  options: { requests: whole(5_000, 'requests to send'), seed: seedOption },
  notes: [TEST_DATABASE],
});

export const sandbox = program({
  name: 'sandbox',
  does: 'Runs the program in FILE without any service and prints one line of JSON.',
  takes: ['FILE'],
  options: { tools: oneOfOrNone(['demo'], 'the tools that the program can call, none unless given') },
});

export const geoSample = program({
  name: 'geo-sample',
  does: 'Serves the sample data of the pack geo, as an ArcGIS MapServer.',
  options: {
    port: wholeOrNone('where it listens; GEO_SAMPLE_PORT, or 6080, unless given', {
      least: 0,
      most: MAX_PORT,
    }),
    host: text('ADDRESS', 'the address it listens on; 127.0.0.1 unless given'),
    token: text('TOKEN', 'a token that every request needs'),
  },
});

export const geoServer = program({
  name: 'geo-server',
  silent: true,
  does: 'Serves the tools of the pack geo over MCP on standard input and output, for the client that starts it. GEO_ARCGIS_BASE_URL names the service that it queries.',
  options: {},
});

export const openapi = program({
  name: 'openapi',
  does: 'Writes openapi.json from the api.',
  options: { compare: flag('compares the file with the api and writes nothing, as npm run check does') },
});

export const newPack = program({
  name: 'new-pack',
  does: 'Writes the skeleton of a pack and registers it: see docs/write-a-pack.md.',
  takes: ['NAME'],
  options: { 'dry-run': flag('names the files and writes none') },
  notes: ['NAME is 2 to 30 lower-case letters and digits, such as bakery.'],
});
