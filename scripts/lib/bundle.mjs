import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { at, COMPILED, ExpectedError } from './project.mjs';

/** What all apps read, what some share, and what one of them reads alone or when it first needs it. */
const FOLDER = 'dist/bundle';
const ENTRIES = {
  api: 'dist/apps/api/main.js',
  worker: 'dist/apps/worker/main.js',
  admin: 'dist/apps/admin/src/main.js',
};
/** Packages that stay where they are: two read a library beside their own files, and pg, which TypeORM too asks for at run time and by name, must not be there twice. */
const KEPT_PACKAGES = ['@node-rs/argon2', 'msgpackr-extract', 'pg', 'pg-protocol'];
/** Files of packages in whose place another text is bundled. */
const REPLACEMENTS = {
  // Would read TypeORM a second time, from its own files, for two classes that it has no more since version 1.
  'node_modules/@nestjs/typeorm/dist/common/typeorm-compat.js': () =>
    'export const Connection = undefined, AbstractRepository = undefined;',
  // 200,000 strings in one array: as JSON they are read in half of the time.
  'node_modules/gpt-tokenizer/esm/bpeRanks/o200k_base.js': asJson,
};
/** Names of the files of the last builds, newest first. */
const LIST = at(FOLDER, 'files.json');
/** A running app may still ask for a file of the build that it was started from. */
const BUILDS_KEPT = 3;

/**
 * Makes few files of the 3,500 that an app reads at its start, which takes half of the time then. The compiled entries are
 * replaced; what else was compiled stays, for threads and commands. Source maps are written for our own code only: those
 * of packages would cost each start what was won.
 *
 * @throws ExpectedError where code of ours cannot be bundled.
 */
export async function bundleApps() {
  try {
    await writeBundle();
  } catch (error) {
    // Its errors hold ours, and say in their message which file and line they are about.
    throw new ExpectedError(`Bundling the apps failed:\n${error.message}`, { cause: error });
  }
}

async function writeBundle() {
  // Not there yet when this file is read in a first start.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, at(file)])),
    platform: 'node',
    preserveEntrySignatures: false,
    external: (id) => isBuiltin(id) || isKept(id),
    plugins: [compiledSources()],
    onLog: refuseWarnings,
  });
  try {
    const { output } = await bundle.generate({
      dir: at('dist'),
      format: 'cjs',
      // As our modules are; in CommonJS it has to be said.
      strict: true,
      // The loader of a bundle knows `require` alone.
      dynamicImportInCjs: false,
      entryFileNames: `${path.basename(FOLDER)}/[name]-[hash].cjs`,
      chunkFileNames: `${path.basename(FOLDER)}/[name]-[hash].cjs`,
      // Nest and TypeORM tell classes by their names.
      keepNames: true,
      sourcemap: true,
      sourcemapExcludeSources: true,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'packages', test: /[\\/]node_modules[\\/]/, entriesAware: true },
          { name: 'turnpike', test: /./, entriesAware: true },
        ],
      },
    });
    mkdirSync(at(FOLDER), { recursive: true });
    const chunks = output.filter(({ type }) => type === 'chunk');
    for (const chunk of chunks) writeChunk(chunk);
    // Last: an app that starts meanwhile finds what its entry names.
    for (const chunk of chunks) if (chunk.isEntry) writeEntry(chunk);
    removeOldFiles(output.map((file) => path.basename(file.fileName)));
  } finally {
    await bundle.close();
  }
}

const isKept = (id) => KEPT_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`));
const isOfPackage = (file) => file.split(/[\\/]/).includes('node_modules');

/** Our own code as it was compiled, with maps to its sources. What looks for files from its own place still finds them. */
function compiledSources() {
  const replaced = new Set();
  return {
    name: 'compiled-sources',
    async load(id) {
      const replacement = Object.keys(REPLACEMENTS).find((file) => id.endsWith(file));
      if (replacement) {
        replaced.add(replacement);
        return REPLACEMENTS[replacement](id);
      }
      if (isOfPackage(id) || !id.startsWith(at('dist'))) return null;
      const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')]);
      return {
        code: code.replaceAll(/\bimport\.meta\.(\w+)/g, (_, property) => ownPlace(id, property)),
        map: JSON.parse(map),
      };
    },
    buildEnd(error) {
      const missing = Object.keys(REPLACEMENTS).find((file) => !replaced.has(file));
      if (!error && missing) throw new ExpectedError(`No file ${missing}: see what took its place`);
    },
  };
}

/** The default export of a file that has no other. */
async function asJson(id) {
  const { default: value, ...others } = await import(pathToFileURL(id).href);
  if (Object.keys(others).length > 0) throw new ExpectedError(`${id} exports more than its default`);
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
}

function ownPlace(id, property) {
  const own = path.relative(at(FOLDER), id).split(path.sep).join('/');
  if (property === 'url') return `new URL(${JSON.stringify(own)}, import.meta.url).href`;
  throw new ExpectedError(
    `${path.relative(at(), id)}: import.meta.${property} would be that of the bundle; use import.meta.url`,
  );
}

/** Packages ask for what is optional (drivers, adapters) and do without; our own code gives no cause for a warning. */
function refuseWarnings(_level, { id, message }) {
  if (id && !isOfPackage(id)) throw new ExpectedError(message);
}

function writeChunk({ name, fileName, code, map }) {
  const file = at('dist', fileName);
  const ofPackages = name.startsWith('packages');
  if (map && !ofPackages) replaceFile(`${file}.map`, JSON.stringify(map));
  replaceFile(file, ofPackages ? inAscii(code) : code);
}

/** Text without other letters is read in a tenth of the time, and takes half of the memory. */
function inAscii(code) {
  const unsafe = /\braw`[^`]*[^\0-\x7F]|\\[^\0-\x7F]/.exec(code);
  if (unsafe) throw new ExpectedError(`A package has letters that cannot be written in ASCII: ${unsafe[0]}`);
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** In place of the compiled entry: the bundled one, by its loader. */
function writeEntry({ name, fileName }) {
  const file = at(ENTRIES[name]);
  const from = (target) => path.relative(path.dirname(file), target).split(path.sep).join('/');
  replaceFile(
    file,
    `import { loadBundle } from '${from(at('dist/scripts/start/load-bundle.js'))}';
loadBundle(new URL('${from(at('dist', fileName))}', import.meta.url), '${name}');
`,
  );
}

/** Whole at any moment for an app that starts meanwhile. */
function replaceFile(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** What apps kept of the functions of a bundle's files: `.cache/compiled/<Node>/<app>/<file>.<state>`. */
function compiledCode() {
  const folders = existsSync(COMPILED) ? readdirSync(COMPILED).map((name) => path.join(COMPILED, name)) : [];
  return folders
    .flatMap((folder) => Object.keys(ENTRIES).map((app) => path.join(folder, app)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
}

function removeOldFiles(current) {
  const builds = [current, ...(existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [])].slice(
    0,
    BUILDS_KEPT,
  );
  const kept = new Set([path.basename(LIST), ...builds.flat()]);
  for (const name of readdirSync(at(FOLDER))) if (!kept.has(name)) rmSync(at(FOLDER, name));
  for (const file of compiledCode()) if (!kept.has(path.parse(file).name)) rmSync(file);
  writeFileSync(LIST, JSON.stringify(builds));
}
