import { readdirSync } from 'node:fs';
import process from 'node:process';
import { runProgram } from './processes.mjs';
import { at } from './project.mjs';

const SETTINGS =
  'Its ports and the like are settings, in the environment or in .env: see docs/configuration.md.';

const none = () => [];
const server = () => ['server'];
const apps = () => ['apps'];
const everything = () => ['apps', 'web'];
const everythingWithSpecs = () => ['specs', 'web'];
const node = (script, args) => runProgram(process.execPath, ['--enable-source-maps', script, ...args]);
const tool = (script, ...fixed) => ({
  builds: none,
  run: (args) => node(at('node_modules', script), [...fixed, ...args]),
});

/** A compiled program. Another program may read its output, so progress goes to standard error. */
const program = (script) => ({
  isProgram: true,
  builds: server,
  progressTo: process.stderr,
  readsEnvFile: true,
  // Its stack traces name the sources without Node's maps, which would be read at each start.
  run: (args) => runProgram(process.execPath, [at('dist', script), ...args]),
});

/**
 * The npm scripts. `builds` names what has to be built first, `steps` is the number of further progress lines,
 * `progressTo` where progress goes instead of standard output, and `run` resolves to the exit code. A command with `alone`
 * takes no arguments, `refusal` resolves to the reason if it cannot run now, and `does` is its help. With NODE_ENV=production a command with `isProgram` builds nothing.
 * scripts/commands/table.ts declares the arguments of the compiled programs.
 */
export const COMMANDS = {
  start: {
    does: `Starts everything on this machine, with the demo org. ${SETTINGS}`,
    builds: everything,
    readsEnvFile: true,
    alone: true,
    refusal: startRefusal,
    steps: 4,
    run: async (_args, { progress }) => {
      process.setSourceMapsEnabled(true);
      const { start } = await import(at('dist/scripts/start.js'));
      return start(progress);
    },
  },
  dev: {
    does: `Starts everything as npm start does; after each change of a source it builds and restarts the apps. ${SETTINGS}`,
    builds: everything,
    readsEnvFile: true,
    alone: true,
    refusal: startRefusal,
    steps: 4,
    run: async (args, context) => (await import('../dev.mjs')).dev(args, context),
  },
  worker: {
    ...program('bundle/worker.js'),
    builds: apps,
    run: async () => {
      const { APP_OPTIONS } = await import(at('dist/scripts/start/app-options.js'));
      return runProgram(process.execPath, [...APP_OPTIONS, at('dist/bundle/worker.js')]);
    },
    does: `Starts one more worker beside an installation that runs: see docs/scale.md. ${SETTINGS}`,
    alone: true,
  },
  test: {
    builds: everythingWithSpecs,
    run: async (args) => (await import('../test.mjs')).test(args),
  },
  'test:long': {
    builds: everythingWithSpecs,
    run: async (args) => (await import('../test.mjs')).test(args, { long: true }),
  },
  check: { builds: none, run: async (args) => (await import('../check.mjs')).check(args) },
  count: { builds: none, run: async (args) => (await import('../checks/count.mjs')).count(args) },
  build: {
    does: 'Builds the server and the console into dist/, where their sources have changed.',
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
    does: 'Compares the entities with the schema of the migrations: npm run check -- migrations',
    builds: none,
    alone: true,
    run: async () => (await import('../check.mjs')).check(['migrations']),
  },
  setup: program('scripts/setup.js'),
  'new-pack': { ...program('scripts/new-pack.js'), readsEnvFile: false },
  seed: program('scripts/seed.js'),
  import: program('scripts/import.js'),
  tools: program('scripts/tools.js'),
  broker: program('scripts/broker.js'),
  mcp: { ...program('bundle/mcp.js'), builds: apps },
  'geo-server': program('scripts/geo-server.js'),
  'geo-sample': program('scripts/geo-sample.js'),
  flags: program('scripts/flags.js'),
  settings: program('scripts/settings.js'),
  models: program('scripts/models.js'),
  analytics: program('scripts/analytics.js'),
  reseal: program('scripts/reseal.js'),
  openapi: { ...program('scripts/check-openapi.js'), readsEnvFile: false },
  bench: {
    ...program('scripts/bench.js'),
    builds: ([name]) => (name === 'console' ? everything() : apps()),
  },
  eval: { ...program('scripts/eval.js'), builds: apps },
  faults: { ...program('scripts/faults.js'), builds: apps },
  leaks: { ...program('scripts/leaks.js'), builds: apps },
  fuzz: { ...program('scripts/fuzz.js'), builds: apps },
  sandbox: { ...program('scripts/sandbox.js'), readsEnvFile: false },
};

/**
 * Help, and mistakes in the command line, are answered before anything is installed or built.
 *
 * @returns {Promise<{ code: number, text: string } | undefined>} undefined when the command can run
 */
export async function answerAtOnce(name, args) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    return wrong(`Usage: npm run <command>\nCommands: ${Object.keys(COMMANDS).join(', ')}`);
  }
  if (command.does && (args.includes('--help') || args.includes('-h'))) {
    return { code: 0, text: `npm run ${name}\n${command.does}` };
  }
  if (command.alone && args.length > 0) {
    const settings = command.readsEnvFile ? ` ${SETTINGS}` : '';
    return wrong(`npm run ${name} takes no arguments, found "${args.join(' ')}".${settings}`);
  }
  // An older Node is replaced first, and the newer one answers.
  return process.features.typescript ? withoutWarnings(() => answerOfTable(name, args)) : undefined;
}

/** Node 22 warns when it reads TypeScript. */
async function withoutWarnings(work) {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return await work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A second start in the same data folder would build beside the one that runs. */
async function startRefusal() {
  if (!process.features.typescript) return undefined;
  const folder = process.env.DATA_DIR || '.data';
  return withoutWarnings(async () => (await import('../start/start-lock.ts')).startRefusal(folder));
}

const wrong = (text) => ({ code: 2, text });

async function answerOfTable(name, args) {
  const { programs } = await import('../commands/table.ts');
  const program = programs.get(name);
  if (!program) return undefined;
  const { readCommandLine } = await import('../commands/command-line.ts');
  const { HelpWanted, UsageError } = await import('../commands/usage.errors.ts');
  try {
    const { names } = readCommandLine(program, args);
    return name === 'new-pack' ? await packNameProblem(names[0]) : undefined;
  } catch (error) {
    if (error instanceof HelpWanted) return { code: 0, text: error.message };
    if (error instanceof UsageError) return wrong(error.message);
    throw error;
  }
}

/** The command itself checks what only the compiled packs know, such as the names of their tools. */
async function packNameProblem(name) {
  const { nameProblem } = await import('../new-pack/name.ts');
  const problem = nameProblem(name, { packs: readdirSync(at('packs')), orgs: [], tools: [] });
  return problem && wrong(problem);
}
