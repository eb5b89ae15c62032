import { readFileSync, writeFileSync } from 'node:fs';
import { at } from '../lib/project.mjs';
import { sourceOf } from './compiled.mjs';

/** Seconds that suites took, by source, of those with at least this many; written by `npm test -- --record`. */
const RECORD = at('scripts/jest/timings.json');
const LEAST_S = 2;

let recorded;

/** How long the suite took when timings were recorded. */
export function secondsOf(file) {
  recorded ??= JSON.parse(readFileSync(RECORD, 'utf8'));
  return recorded[sourceOf(file)] ?? 0;
}

/** @param {{ file: string, seconds: number }[]} suites all of them, longest first */
export function record(suites) {
  const long = suites.filter(({ seconds }) => seconds >= LEAST_S);
  const byFile = long.map(({ file, seconds }) => [sourceOf(file), Math.round(seconds)]);
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(byFile), null, 2)}\n`);
}
