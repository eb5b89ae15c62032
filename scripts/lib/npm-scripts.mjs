import { readdirSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
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

/** Stops a program whose parent dies, from its first moment. */
const GUARD = pathToFileURL(at('dist/scripts/start/parent-guard-process.js')).href;

/** A compiled program. Another program may read its output, so progress goes to standard error. */
const program = (name, folder = 'scripts') => ({
  isProgram: true,
  builds: server,
  progressTo: process.stderr,
  readsEnvFile: true,
  // Its stack traces name the sources without Node's maps, which would be read at each start.
  run: (args) => runProgram(process.execPath, ['--import', GUARD, at('dist', folder, `${name}.js`), ...args]),
});

const all = (names, make) => Object.fromEntries(names.map((name) => [name, make(name)]));

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
    ...program('worker', 'bundle'),
    builds: apps,
    run: async () => {
      const { GUARDED } = await import(at('dist/scripts/start/app-options.js'));
      return runProgram(process.execPath, [...GUARDED, at('dist/bundle/worker.js')]);
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
  'migration:check': {
    does: 'Compares the entities with the schema of the migrations: npm run check -- migrations',
    builds: none,
    alone: true,
    run: async () => (await import('../check.mjs')).check(['migrations']),
  },
  ...all(['migrate', 'flags', 'settings', 'models', 'geo-server', 'geo-sample'], program),
  ...all(['setup', 'seed', 'import', 'analytics', 'reseal', 'tools', 'broker', 'mcp'], (script) => ({
    ...program(script, 'bundle'),
    builds: apps,
  })),
  ...all(['eval', 'faults', 'leaks', 'fuzz'], (script) => ({ ...program(script), builds: apps })),
  'new-pack': { ...program('new-pack'), readsEnvFile: false },
  openapi: { ...program('check-openapi'), readsEnvFile: false },
  bench: {
    ...program('bench'),
    builds: ([name]) => (name === 'console' ? everything() : apps()),
  },
  sandbox: { ...program('sandbox'), readsEnvFile: false },
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

/** The reason why the start would be refused, so that it is known before the install and the build. npm start checks again. */
async function startRefusal() {
  if (!process.features.typescript) return undefined;
  return withoutWarnings(async () => {
    const { obstacles, startLockIn } = await import('../start/obstacles.ts');
    const { isLeftByCrash } = await import('../start/process-lock.ts');
    const { DATA_DIR, HOST, API_PORT, ADMIN_PORT, WORKER_PORT } = process.env;
    const folder = DATA_DIR || '.data';
    // The apps of a killed start may still hold their ports; npm start waits for them.
    if (isLeftByCrash(startLockIn(folder))) return undefined;
    const found = await obstacles({
      DATA_DIR: folder,
      HOST: HOST || '127.0.0.1',
      API_PORT: portOf(API_PORT, 3000),
      ADMIN_PORT: portOf(ADMIN_PORT, 3001),
      WORKER_PORT: portOf(WORKER_PORT, 0),
    });
    return found.join('\n');
  });
}

/** The configuration reports a port that is none. */
const portOf = (text, usual) => {
  const port = Number(text || usual);
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : 0;
};

const wrong = (text) => ({ code: 2, text });

async function answerOfTable(name, args) {
  const { programs } = await import('../commands/table.ts');
  const program = programs.get(name);
  if (!program) return undefined;
  const { readCommandLine, usageError } = await import('../commands/command-line.ts');
  const { HelpWanted, UsageError } = await import('../commands/usage.errors.ts');
  try {
    const isGiven = (option) => args.some((arg) => arg === `--${option}` || arg.startsWith(`--${option}=`));
    const options = isGiven('help') ? [] : Object.keys(program.options);
    const taken = options.filter((option) => isTakenByNpm(option) && !isGiven(option));
    if (taken.length > 0) {
      const named = taken.map((option) => `--${option}`).join(', ');
      throw usageError(
        program,
        args[0],
        new UsageError(`npm took ${named} for itself: options follow "--".`),
      );
    }
    const { names } = readCommandLine(program, args);
    const problem = name === 'new-pack' ? await packNameProblem(names[0]) : undefined;
    if (problem) throw usageError(program, '', new UsageError(problem));
    return undefined;
  } catch (error) {
    if (error instanceof HelpWanted) return { code: 0, text: error.message };
    if (error instanceof UsageError) return wrong(error.message);
    throw error;
  }
}

/** Options that people also have in their .npmrc, which npm gives to every script. */
const OF_NPMRC = ['all', 'email', 'force', 'json', 'key', 'name', 'user'];

/** Without "--" before it, npm reads an option as its own configuration, and the command would run without it. */
function isTakenByNpm(option) {
  const setting = process.env[`npm_config_${option.replaceAll('-', '_')}`];
  return Boolean(setting) && !OF_NPMRC.includes(option);
}

/** The command itself checks what only the compiled packs know, such as the names of their tools. */
async function packNameProblem(name) {
  const { nameProblem } = await import('../new-pack/name.ts');
  return nameProblem(name, { packs: readdirSync(at('packs')), orgs: [], tools: [] });
}
