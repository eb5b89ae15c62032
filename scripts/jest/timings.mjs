import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from '../lib/project.mjs';
import { sourceOf } from './compiled.mjs';

/** Seconds that suites took, by source, of those with at least this many; written by `npm test -- --record`. */
const RECORD = at('scripts/jest/timings.json');
const LEAST_S = 2;

const recorded = JSON.parse(readFileSync(RECORD, 'utf8'));

/** The duration of the suite when it was last recorded. */
export function secondsOf(file) {
  return recorded[sourceOf(file)] ?? 0;
}

/** Records the times of `suites`. Times of other existing suites are kept. */
export function record(suites) {
  const now = new Map(suites.map(({ file, seconds }) => [sourceOf(file), Math.round(seconds)]));
  const others = Object.entries(recorded).filter(([source]) => !now.has(source) && existsSync(at(source)));
  const long = [...now, ...others].filter(([, seconds]) => seconds >= LEAST_S);
  const longestFirst = long.toSorted(([, a], [, b]) => b - a);
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(longestFirst), null, 2)}\n`);
}
