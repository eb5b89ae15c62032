import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { at } from '../lib/project.mjs';

/** Lines of tests: spec and fixture files, and everything in `test/`. */
const IS_TEST = /\.(spec|fixture)\.tsx?$|^test\//;
const IS_TYPESCRIPT = /\.tsx?$/;

/** The limits, in lines of TypeScript. A folder's own tests do not count towards its limit. */
const LIMITS = [
  { name: 'source', most: 150_000, counts: (file) => !IS_TEST.test(file) },
  { name: 'tests', most: 70_000, counts: (file) => IS_TEST.test(file) },
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

/** `npm run count [-- --strict]`: prints the numbers; with `--strict` a number above its limit is a failure. */
export function count(args, print = console.log, rows) {
  const unknown = args.find((arg) => !['--strict', '--help', '-h'].includes(arg));
  if (unknown !== undefined || args.includes('--help') || args.includes('-h')) {
    if (unknown !== undefined) print(`Unknown argument ${unknown}.`);
    print(
      'Usage: npm run count -- [--strict]\nPrints lines of TypeScript and their limits. --strict fails above one.',
    );
    return unknown === undefined ? 0 : 2;
  }
  let above = 0;
  for (const { name, lines, most } of rows ?? countLines()) {
    const isAbove = lines > most;
    above += Number(isAbove);
    const columns = [
      name.padEnd(28),
      lines.toLocaleString('en').padStart(8),
      most.toLocaleString('en').padStart(8),
    ];
    print(`${columns[0]}${columns[1]} of at most${columns[2]}${isAbove ? '  too many' : ''}`);
  }
  return args.includes('--strict') && above > 0 ? 1 : 0;
}

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
