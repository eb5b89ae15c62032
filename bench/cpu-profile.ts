import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { round } from './statistics.ts';

/** The parts of V8's CPU profile that are read. Times are in microseconds. */
export interface CpuProfile {
  startTime: number;
  /** The first node is the root. */
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  /** Time before each sample. */
  timeDeltas: number[];
}

interface Place {
  /** Library of the innermost function that has one. */
  nearest: string;
  /** The same without packages. */
  ours?: string;
  /** The outermost function: a task of the event loop. */
  task?: number;
}

/** V8's names for time outside of functions. */
const OUTSIDE = ['(garbage collector)', '(idle)', '(program)'];
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;
const OURS = /\/dist\/((?:libs|packs)\/[^/]+|[^/]+)/;

/** The clock of the profiles. */
export const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

/**
 * Shares by library for the first of the processes with each name, from the profiles in the folder. `NAME by caller` counts
 * packages to the library of ours that called them.
 */
export function sharesByProcess(
  folder: string,
  processes: Record<string, number[]>,
  span: readonly [fromUs: number, untilUs: number],
): Record<string, Record<string, number>> {
  const files = readdirSync(folder).toSorted();
  const shares: Record<string, Record<string, number>> = {};
  for (const [name, [pid]] of Object.entries(processes)) {
    // CPU.DATE.TIME.PID.THREAD.NUMBER.cpuprofile
    const file = files.findLast((one) => one.includes(`.${pid}.0.`));
    if (file === undefined) throw new Error(`The process ${name} has written no profile into ${folder}`);
    const profile = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as CpuProfile;
    shares[name] = sharesByLibrary(profile, span, ({ nearest }) => nearest);
    shares[`${name} by caller`] = sharesByLibrary(profile, span, ({ nearest, ours }) => ours ?? nearest);
  }
  return shares;
}

/**
 * Shares of the busy time in percent, largest first, by library: `libs/NAME`, `packs/NAME`, `apps` or the name of a package.
 * Functions of V8 and Node count to the library that called them, and to `node` if none did. `(program)` is time in the
 * system between the tasks of the event loop.
 */
export function sharesByLibrary(
  profile: CpuProfile,
  [from, until]: readonly [fromUs: number, untilUs: number],
  nameOf: (place: Place) => string,
): Record<string, number> {
  const { samples, timeDeltas, startTime } = profile;
  const places = placesOf(profile);
  const placeAt = (index: number): Place => places.get(samples[index] ?? 0) ?? { nearest: 'node' };
  const times: Record<string, number> = {};
  let [at, busy, place] = [startTime, 0, placeAt(0)];
  for (const index of samples.keys()) {
    const [before, next] = [place, placeAt(index + 1)];
    place = placeAt(index);
    // In the middle of a task V8 could not read the stack. Chrome's developer tools count this time in the same way.
    if (place.nearest === '(program)' && before.task !== undefined && before.task === next.task)
      place = before;
    at += timeDeltas[index] ?? 0;
    const lasts = timeDeltas[index + 1] ?? 0;
    if (at < from || at > until || place.nearest === '(idle)') continue;
    times[nameOf(place)] = (times[nameOf(place)] ?? 0) + lasts;
    busy += lasts;
  }
  const shares = Object.entries(times).map(([name, lasted]) => [name, round((lasted / busy) * 100)] as const);
  return Object.fromEntries(shares.filter(([, share]) => share > 0).toSorted(([, a], [, b]) => b - a));
}

function placesOf({ nodes }: CpuProfile): Map<number, Place> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const places = new Map<number, Place>();
  const visit = (ids: readonly number[] = [], caller: Place = { nearest: 'node' }) => {
    for (const id of ids) {
      const { callFrame, children } = byId.get(id)!;
      const used = PACKAGE.exec(callFrame.url)?.[1];
      const own = used === undefined ? OURS.exec(callFrame.url)?.[1] : undefined;
      const place: Place = OUTSIDE.includes(callFrame.functionName)
        ? { nearest: callFrame.functionName }
        : { nearest: used ?? own ?? caller.nearest, ours: own ?? caller.ours, task: caller.task ?? id };
      places.set(id, place);
      visit(children, place);
    }
  };
  visit(nodes[0]?.children);
  return places;
}
