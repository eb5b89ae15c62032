import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { bundleApps } from './bundle.mjs';
import { withLock } from './lock.mjs';
import { captureProgram } from './processes.mjs';
import { at, CACHE, ExpectedError, ROOT } from './project.mjs';

const WEB = 'apps/admin/web';
const SERVER_FOLDERS = ['apps', 'bench', 'libs', 'migrations', 'packs', 'scripts', 'test'];

const serverSources = (wanted) => [
  ...SERVER_FOLDERS.flatMap((folder) =>
    filesUnder(folder, (file) => /\.(ts|json)$/.test(file) && !file.startsWith(`${WEB}/`) && wanted(file)),
  ),
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * Targets of the build. `sources` decide whether a target is out of date; the targets in `includes` are built with
 * it.
 */
const TARGETS = {
  /** The compiled server, which is enough for a command. */
  server: {
    title: 'the server',
    exists: () => true,
    sources: () => serverSources((file) => !file.endsWith('.spec.ts')),
    output: 'dist/.server-sources',
    build: () => compileServer('tsconfig.build.json'),
  },
  apps: {
    title: 'the server',
    exists: () => true,
    sources: () => [...TARGETS.server.sources(), 'scripts/lib/bundle.mjs'],
    output: 'dist/.app-sources',
    includes: ['server'],
    build: () => buildApps('tsconfig.build.json'),
  },
  /** A start does not compile the specs, which would add half of the time. */
  specs: {
    title: 'the server with its specs',
    exists: () => true,
    sources: () => [...serverSources(() => true), ...filesUnder(WEB), 'scripts/lib/bundle.mjs'],
    output: 'dist/.spec-sources',
    includes: ['server', 'apps'],
    build: async () => {
      rmSync(at('dist/web'), { recursive: true, force: true });
      await Promise.all([buildApps('tsconfig.json'), compile(`${WEB}/tsconfig.specs.json`)]);
    },
  },
  web: {
    title: 'the console',
    exists: () => existsSync(at(WEB, 'vite.config.ts')),
    sources: () => [...filesUnder(WEB), ...filesUnder('libs/contracts'), 'package-lock.json'],
    output: 'dist/.web-sources',
    build: async () => {
      await run('vite build', [
        at('node_modules/vite/bin/vite.js'),
        'build',
        '--config',
        `${WEB}/vite.config.ts`,
        '--logLevel',
        'warn',
      ]);
    },
  },
};

/** Names of those of `names` whose sources have changed since they were built. */
export function staleTargets(names) {
  return names.filter((name) => {
    const target = TARGETS[name];
    if (!target.exists()) return false;
    return (
      !existsSync(at(target.output)) || readFileSync(at(target.output), 'utf8') !== hashOf(target.sources())
    );
  });
}

/**
 * For production, where a command runs what a deployment has built, whatever the state of the sources and packages.
 *
 * @throws ExpectedError when one of `names` was never built.
 */
export function refuseUnbuilt(names) {
  const unbuilt = names.filter((name) => TARGETS[name].exists() && !existsSync(at(TARGETS[name].output)));
  if (unbuilt.length === 0) return;
  throw new ExpectedError(
    'With NODE_ENV=production a command builds nothing, and nothing is built yet: run npm run build first.',
  );
}

/**
 * Builds `names` side by side. Errors of the compilers go to `report`.
 *
 * @returns true when one failed.
 */
export async function buildTargets(names, progress, report = console.error) {
  if (names.length === 0) return false;
  const title = `Building ${names.map((name) => TARGETS[name].title).join(' and ')}`;
  try {
    await progress.step(title, (note) =>
      withLock(path.join(CACHE, 'build.lock'), async () => {
        // Another run may have built them while this one waited for the lock.
        const stale = staleTargets(names);
        if (stale.length === 0) note('done by another run');
        const results = await Promise.allSettled(stale.map((name) => buildTarget(TARGETS[name])));
        const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
        for (const failure of failures) if (!(failure instanceof ExpectedError)) throw failure;
        if (failures.length > 0)
          throw new ExpectedError(failures.map((failure) => failure.message).join('\n'));
      }),
    );
    return false;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    report(error.message);
    return true;
  }
}

async function buildTarget(target) {
  const built = [target, ...(target.includes ?? []).map((name) => TARGETS[name])];
  // Taken before the build, so that sources that change during it are built again next time.
  const hashes = built.map(({ sources }) => hashOf(sources()));
  for (const { output } of built) rmSync(at(output), { force: true });
  await target.build();
  mkdirSync(at('dist'), { recursive: true });
  for (const [index, { output }] of built.entries()) writeFileSync(at(output), hashes[index]);
}

async function buildApps(project) {
  await compileServer(project);
  await bundleApps();
}

async function compileServer(project) {
  // Beside the output, so that both are deleted together. Unchanged files are neither checked nor written again. Both projects
  // share the record, because it has to describe the files that they both write.
  await compile(project, '--incremental', '--tsBuildInfoFile', 'dist/.compiled.info');
  // A later import must not find the output of deleted sources.
  for (const folder of SERVER_FOLDERS) {
    for (const file of filesUnder(`dist/${folder}`, (name) => !name.startsWith(`dist/${WEB}/`))) {
      const source = file.slice('dist/'.length);
      if (!existsSync(at(source.replace(/\.js(?:\.map)?$/, '.ts')))) rmSync(at(file));
    }
  }
}

function compile(project, ...options) {
  return run('The TypeScript compiler', [at('node_modules/ts7/bin/tsc'), '-p', project, ...options]);
}

async function run(what, args) {
  const { code, output } = await captureProgram(process.execPath, args, { cwd: ROOT });
  if (code !== 0) throw new ExpectedError(`${what} failed:\n${output.trim()}`);
}

/** Paths of the files under `folder`, from the root, with `/` in them. */
export function filesUnder(folder, wanted = () => true) {
  if (!existsSync(at(folder))) return [];
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(file, wanted);
    return wanted(file) ? [file] : [];
  });
}

function hashOf(files) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of [...files].sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(at(file)))
      .update('\0');
  return hash.digest('hex');
}
