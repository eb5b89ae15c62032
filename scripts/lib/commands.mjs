import { readdirSync } from 'node:fs';
import process from 'node:process';
import { runProgram } from './processes.mjs';
import { at } from './project.mjs';
import { mayNeedBuild } from './test-filters.mjs';

const SETTINGS_ELSEWHERE =
  'Ports and the like are settings, in the environment or in .env: see docs/configuration.md.';

const none = () => [];
const server = () => ['server'];
const everything = () => ['server', 'web'];
const node = (script, args) => runProgram(process.execPath, ['--enable-source-maps', script, ...args]);
const tool = (script, ...fixed) => ({
  builds: none,
  run: (args) => node(at('node_modules', script), [...fixed, ...args]),
});

/** A command that is a compiled program. What it says may be read by another: progress goes elsewhere. */
const program = (script, ...fixed) => ({
  builds: server,
  progressTo: process.stderr,
  readsEnvFile: true,
  run: (args) => node(at('dist', script), [...fixed, ...args]),
});

/**
 * The npm scripts. `builds` names what has to be built first, `steps` the number of progress lines of its own, `progressTo`
 * where they are shown if not on stdout, and `run` resolves to the exit code. With `alone` nothing may follow the name; what
 * else cannot be asked for `refuses` tells. What `does` says is shown for `--help`; a command without it answers that itself.
 * Both are before anything is installed or built.
 */
export const COMMANDS = {
  start: {
    does: `Starts everything on this machine, with the demo org. ${SETTINGS_ELSEWHERE}`,
    builds: everything,
    readsEnvFile: true,
    alone: true,
    steps: 4,
    run: async (_args, { progress }) => {
      process.setSourceMapsEnabled(true);
      const { start } = await import(at('dist/scripts/start.js'));
      return start(progress);
    },
  },
  dev: {
    does: `Starts everything as npm start does; after each change of a source it builds and replaces the apps. ${SETTINGS_ELSEWHERE}`,
    builds: everything,
    readsEnvFile: true,
    alone: true,
    steps: 4,
    run: async (args, context) => (await import('../dev.mjs')).dev(args, context),
  },
  worker: {
    ...program('apps/worker/main.js'),
    does: `Starts one more worker beside an installation that runs: see docs/scale.md. ${SETTINGS_ELSEWHERE}`,
    alone: true,
  },
  test: {
    builds: (filters) => (mayNeedBuild(filters) ? everything() : none()),
    toleratesFailedBuild: true,
    run: async (args, context) => (await import('../test.mjs')).test(args, context),
  },
  check: { builds: none, run: async (args) => (await import('../check.mjs')).check(args) },
  build: {
    does: 'Builds the server and the console into dist/, what of them is not fresh.',
    builds: everything,
    alone: true,
    run: async () => 0,
  },
  typecheck: tool('ts7/bin/tsc', '-p', 'tsconfig.json', '--noEmit'),
  lint: tool('oxlint/bin/oxlint', '--type-aware'),
  format: {
    builds: none,
    run: (paths) =>
      node(at('node_modules', 'prettier/bin/prettier.cjs'), [
        '--write',
        ...(paths.length > 0 ? paths : ['.']),
      ]),
  },
  migrate: program('scripts/migrate.js'),
  'migration:check': {
    does: 'Compares the entities with what the migrations make: npm run check -- migrations',
    builds: none,
    alone: true,
    run: async () => (await import('../check.mjs')).check(['migrations']),
  },
  setup: program('scripts/setup.js'),
  'new-pack': { ...program('scripts/new-pack.js'), readsEnvFile: false, refuses: packNameRefusal },
  seed: program('scripts/seed.js'),
  import: program('scripts/import.js'),
  tools: program('scripts/tools.js'),
  broker: program('scripts/broker.js'),
  mcp: program('scripts/mcp.js'),
  'geo-server': program('scripts/geo-server.js'),
  'geo-sample': program('scripts/geo-sample.js'),
  flags: program('scripts/flags.js'),
  settings: program('scripts/settings.js'),
  models: program('scripts/models.js'),
  analytics: program('scripts/analytics.js'),
  reseal: program('scripts/reseal.js'),
  openapi: { ...program('scripts/check-openapi.js', '--write'), readsEnvFile: false },
  bench: {
    ...program('scripts/bench.js'),
    builds: ([name]) => (name === 'console' ? everything() : server()),
  },
  eval: program('scripts/eval.js'),
  faults: program('scripts/faults.js'),
  leaks: program('scripts/leaks.js'),
  fuzz: program('scripts/fuzz.js'),
  sandbox: { ...program('scripts/sandbox.js'), readsEnvFile: false },
};

/** Says why a command cannot be run like this; undefined when it can, as far as that is known before the build. */
export async function refusalOf(name, args) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return `Usage: npm run <command>\nCommands: ${Object.keys(COMMANDS).join(', ')}`;
  if (command.refuses) return command.refuses(args);
  if (!command.alone || args.length === 0) return undefined;
  const elsewhere = command.readsEnvFile ? ` ${SETTINGS_ELSEWHERE}` : '';
  return `npm run ${name} takes no arguments, found "${args.join(' ')}".${elsewhere}`;
}

/** What only the compiled packs know, such as the names of their tools, the command looks at itself. */
async function packNameRefusal(args) {
  // Node before 22.18 reads no TypeScript: the command then says it after the build.
  if (!process.features.typescript) return undefined;
  const [name] = args.filter((arg) => !arg.startsWith('-'));
  if (name === undefined) return undefined;
  const { nameProblem, USAGE } = await import('../new-pack/name.ts');
  const packs = readdirSync(at('libs/packs'));
  const problem = nameProblem(name, { packs, orgs: [], tools: [] });
  return problem && `${problem}\n${USAGE}`;
}

/** What a command is for, where somebody asks that and the command does not say it itself; undefined otherwise. */
export function helpOf(name, args) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command?.does || !(args.includes('--help') || args.includes('-h'))) return undefined;
  return `npm run ${name}\n${command.does}`;
}
