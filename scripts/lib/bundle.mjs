// Bundles the apps, the stdio MCP server and the operator commands that need most of the server. Unbundled, an app reads
// 3,500 files at its start, which takes twice the processor time (1.7 s instead of 0.8 s on the development machine) and 100 MB more memory. docs/adr/0015
// has the measurements.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { at, COMPILED, ExpectedError } from './project.mjs';

const FOLDER = 'dist/bundle';
const ENTRIES = {
  api: 'dist/apps/api/main.js',
  worker: 'dist/apps/worker/main.js',
  admin: 'dist/apps/admin/src/main.js',
  // Clients and operators start these each time that they need them. A bundle has no top-level await.
  mcp: 'dist/scripts/mcp.js',
  tools: 'dist/scripts/tools.js',
  broker: 'dist/scripts/broker.js',
  setup: 'dist/scripts/setup.js',
  seed: 'dist/scripts/seed.js',
  import: 'dist/scripts/import.js',
  reseal: 'dist/scripts/reseal.js',
  analytics: 'dist/scripts/analytics.js',
};
/** Two packages read a library beside their own files. TypeORM also loads pg by name, which must be the same pg. */
const EXTERNAL = /^(@node-rs\/argon2|msgpackr-extract|pg|pg-protocol)(\/|$)/;
/** Files of packages that are bundled with another text. */
const REPLACEMENTS = {
  // It would load TypeORM a second time, for two classes that TypeORM 1 does not have.
  'node_modules/@nestjs/typeorm/dist/common/typeorm-compat.js': () =>
    'export const Connection = undefined, AbstractRepository = undefined;',
  // 200,000 strings in an array: JSON takes half the time.
  'node_modules/gpt-tokenizer/esm/bpeRanks/o200k_base.js': asJson,
};
/** Names of the files of the last builds, newest first. */
const LIST = at(FOLDER, 'files.json');
/** A running app may still load a file of the build it was started from. */
const BUILDS_KEPT = 3;

/**
 * Writes a bundle of each app, with the entry `dist/bundle/NAME.js`. The compiled files stay as they are, for threads, commands
 * and the next incremental build.
 *
 * @throws ExpectedError when our code cannot be bundled.
 */
export async function bundleApps() {
  try {
    // Loaded late: a first start reads this file before the packages are installed.
    const { rolldown } = await import('rolldown');
    const bundle = await rolldown(INPUT);
    const { output } = await bundle.generate(OUTPUT);
    await bundle.close();
    writeBundle(output.filter(({ type }) => type === 'chunk'));
  } catch (error) {
    // A message of rolldown names the file and the line.
    throw new ExpectedError(`Bundling the apps failed:\n${error.message}`, { cause: error });
  }
}

const isPackage = (file) => file.split(/[\\/]/).includes('node_modules');

const INPUT = {
  input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, at(file)])),
  platform: 'node',
  preserveEntrySignatures: false,
  external: (id) => isBuiltin(id) || EXTERNAL.test(id),
  plugins: [{ name: 'turnpike', load }],
  // Packages try optional imports (drivers, adapters). A warning about our own code is an error.
  onLog(_level, { id, message }) {
    if (id && !isPackage(id)) throw new ExpectedError(message);
  },
};

const OUTPUT = {
  dir: at('dist'),
  // load-bundle.ts runs CommonJS, with `require` for the parts that are loaded later.
  format: 'cjs',
  strict: true,
  dynamicImportInCjs: false,
  entryFileNames: `${path.basename(FOLDER)}/[name]-[hash].cjs`,
  chunkFileNames: `${path.basename(FOLDER)}/[name]-[hash].cjs`,
  // Nest and TypeORM use the names of classes.
  keepNames: true,
  // V8 keeps the source in memory.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  // source-traces.ts reads the map with the first error.
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'packages', test: /[\\/]node_modules[\\/]/, entriesAware: true },
      { name: 'turnpike', test: /./, entriesAware: true },
    ],
  },
};

/** Our code as it was compiled, with the map to its sources. `import.meta.url` stays that of the compiled file. */
async function load(id) {
  const replacement = Object.keys(REPLACEMENTS).find((file) => id.endsWith(file));
  if (replacement) return REPLACEMENTS[replacement](id);
  if (isPackage(id) || !id.startsWith(at('dist')) || id.endsWith('.json')) return null;
  const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')]);
  const own = JSON.stringify(path.relative(at(FOLDER), id).split(path.sep).join('/'));
  const located = code.replaceAll(/\bimport\.meta\.(\w+)/g, (_, property) => {
    if (property === 'url') return `new URL(${own}, import.meta.url).href`;
    throw new ExpectedError(`${path.relative(at(), id)}: use import.meta.url, not import.meta.${property}`);
  });
  return { code: located, map: JSON.parse(map) };
}

/** A file with a default export alone, as JSON. */
async function asJson(id) {
  const { default: value, ...others } = await import(pathToFileURL(id).href);
  if (Object.keys(others).length > 0) throw new ExpectedError(`${id} exports more than its default`);
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
}

function writeBundle(chunks) {
  mkdirSync(at(FOLDER), { recursive: true });
  for (const { fileName, name, code, map } of chunks) {
    const file = at('dist', fileName);
    const ofPackages = name.startsWith('packages');
    replaceFile(file, ofPackages ? inAscii(code) : code);
    if (map && !ofPackages) replaceFile(`${file}.map`, JSON.stringify(map));
  }
  // The entries come last: they name the other files.
  for (const { fileName, name, isEntry } of chunks) if (isEntry) writeEntry(name, path.basename(fileName));
  removeOldFiles(chunks.map(({ fileName }) => path.basename(fileName)));
}

function writeEntry(app, bundle) {
  replaceFile(
    at(FOLDER, `${app}.js`),
    `import { loadBundle } from '../scripts/start/load-bundle.js';
loadBundle(new URL('./${bundle}', import.meta.url), '${app}');
`,
  );
}

/** One letter outside ASCII would double the memory of the whole text. */
function inAscii(code) {
  const unsafe = /\braw`[^`]*[^\0-\x7F]|\\[^\0-\x7F]/.exec(code);
  if (unsafe) throw new ExpectedError(`A package has letters that cannot be written in ASCII: ${unsafe[0]}`);
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function removeOldFiles(current) {
  const before = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [];
  const builds = [current, ...before].slice(0, BUILDS_KEPT);
  const kept = [...builds.flat(), ...Object.keys(ENTRIES).map((app) => `${app}.js`)];
  for (const name of readdirSync(at(FOLDER)))
    if (!kept.includes(name.replace(/\.map$/, ''))) rmSync(at(FOLDER, name));
  writeFileSync(LIST, JSON.stringify(builds));
  for (const file of compiledCode())
    if (!kept.includes(path.basename(file).replace(/^\w+-/, ''))) rmSync(file);
}

const KEPT_CODE = new RegExp(`^(${Object.keys(ENTRIES).join('|')})-.+\\.cjs$`);

/** The compiled code of bundles: `.cache/compiled/<Node>/<app>-<file>`, see load-bundle.ts. */
function compiledCode() {
  if (!existsSync(COMPILED)) return [];
  const files = readdirSync(COMPILED, { recursive: true }).map((name) => path.join(COMPILED, name));
  return files.filter((file) => KEPT_CODE.test(path.basename(file)));
}

/** An app that starts meanwhile sees the old file or the new one. */
function replaceFile(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
