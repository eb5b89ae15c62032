import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { at } from '../lib/project.mjs';

/** Lines of tests: spec and fixture files, and everything in `test/`. */
const IS_TEST = /\.(spec|fixture)\.tsx?$|^test\//;
const IS_TYPESCRIPT = /\.tsx?$/;

/** The limits, in lines of TypeScript. A folder's own tests do not count towards its limit. */
const LIMITS = [
  { name: 'source', most: 154_000, counts: (file) => !IS_TEST.test(file) },
  { name: 'tests', most: 73_500, counts: (file) => IS_TEST.test(file) },
];
const FOLDER_LIMITS = [
  { pattern: /^libs\/offline-model\//, most: 3_500 },
  { pattern: /^packs\/[^/]+\/offline\//, most: 1_800 },
];

/**
 * Counts the lines of TypeScript that git tracks.
 *
 * @returns rows of `{ name, lines, most }`: source, tests, and each folder with a limit of its own
 */
export function countLines(files = trackedFiles(), read = (file) => readFileSync(at(file), 'utf8')) {
  const sizes = files
    .filter((file) => IS_TYPESCRIPT.test(file))
    .map((file) => ({ file, lines: read(file).split('\n').length - 1 }));
  const total = (counts) =>
    sizes.filter(({ file }) => counts(file)).reduce((sum, { lines }) => sum + lines, 0);
  const folders = FOLDER_LIMITS.flatMap(({ pattern, most }) => {
    const names = new Set(files.flatMap((file) => pattern.exec(file)?.[0] ?? []));
    return [...names].sort().map((name) => ({
      name,
      most,
      counts: (file) => file.startsWith(name) && !IS_TEST.test(file),
    }));
  });
  return [...LIMITS, ...folders].map(({ name, most, counts }) => ({ name, lines: total(counts), most }));
}

/** `npm run count`: prints the numbers. A number above its limit is a failure, also of `npm run check -- counts`. */
export function count(args, print = console.log, rows) {
  const isHelp = args.includes('--help') || args.includes('-h');
  if (args.length > 0) {
    if (!isHelp) print(`Unknown argument ${args[0]}.`);
    print(
      'Usage: npm run count\nPrints lines of TypeScript and their limits. Fails if a number is above its limit.',
    );
    return isHelp ? 0 : 2;
  }
  const counted = rows ?? countLines();
  for (const { name, lines, most } of counted)
    print(
      `${name.padEnd(28)}${columnOf(lines)} of at most${columnOf(most)}${lines > most ? '  too many' : ''}`,
    );
  return counted.some(isAbove) ? 1 : 0;
}

/** The check `counts`. */
export function checkCounts(rows = countLines()) {
  const above = rows.filter(isAbove);
  return {
    ok: above.length === 0,
    output: above.map(({ name, lines, most }) => `${name}: ${lines} lines of at most ${most}`).join('\n'),
  };
}

const isAbove = ({ lines, most }) => lines > most;
const columnOf = (value) => value.toLocaleString('en').padStart(8);

function trackedFiles() {
  return execFileSync('git', ['ls-files'], {
    cwd: at(),
    encoding: 'utf8',
    env: process.env,
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(at(file)));
}
