// Runs in a thread of its own: the engine, and the programs of many orgs, each in a guest of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { GuestRun } from './engine/guest-run.ts';
import { Guest } from './engine/guest.ts';
import { PRELUDE } from './guest/prelude.ts';
import { MEMORY_LIMIT_BYTES } from './limits.ts';
import type { FromThread, StartRun, ThreadStart, ToThread } from './pool/messages.ts';

/** Guests that are there from the start; more are made, in a millisecond each, when programs run side by side. */
const FIRST_GUESTS = 4;

const { module, watch, spareGuests } = workerData as ThreadStart;
/** `[run inside the engine, signs of life]`, read by the watchdog. */
const signs = new Int32Array(watch);
const image = Guest.prepare(module, PRELUDE);
const idle = { nowMs: () => 0, interrupted: () => true, hostCall: () => 0 };
const spare: Guest[] = [];
const runs = new Map<number, { run: GuestRun; guest: Guest; timer: NodeJS.Timeout }>();

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}

function startRun(start: StartRun): void {
  const id = start.run;
  const guest = spare.pop() ?? Guest.fromImage(module, image, idle);
  const run = new GuestRun(start, guest, image, {
    beat: () => Atomics.add(signs, 1, 1),
    call: (sequence, tool, input, isSleep) => tell({ type: 'call', run: id, sequence, tool, input, isSleep }),
  });
  guest.use(run);
  const timer = setTimeout(() => {
    run.overTime();
    finish(id);
  }, start.leftMs);
  runs.set(id, { run, guest, timer });
  inside(id, () => run.begin());
}

/** Lets a run go on, and ends it where it has come to its end. */
function inside(id: number, step: () => void): void {
  Atomics.store(signs, 0, id);
  try {
    step();
  } finally {
    Atomics.store(signs, 0, 0);
  }
  if (runs.get(id)?.run.end) finish(id);
  else tell({ type: 'waits', run: id });
}

function finish(id: number): void {
  const live = runs.get(id);
  if (!live?.run.end) return;
  const { run, guest, timer } = live;
  clearTimeout(timer);
  runs.delete(id);
  const { end } = live.run;
  tell({
    type: 'end',
    run: id,
    end:
      'json' in end
        ? { ok: true, json: end.json }
        : { ok: false, code: end.error.code, message: end.error.message },
    logs: run.logs,
    cpuMs: run.cpuMs,
    memoryBytes: run.isBroken ? MEMORY_LIMIT_BYTES : guest.heldBytes(),
  });
  keep(guest, run);
}

/** Wiped at once: what a program knew does not outlive it, not even until the next one. */
function keep(guest: Guest, run: GuestRun): void {
  if (run.isBroken || guest.hasOutgrown(image) || spare.length >= spareGuests) return;
  guest.reset(image, idle);
  spare.push(guest);
}

function drop(id: number): void {
  const live = runs.get(id);
  if (!live) return;
  clearTimeout(live.timer);
  runs.delete(id);
  keep(live.guest, live.run);
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'run':
      startRun(message);
      break;
    case 'settle': {
      const { run, sequence, ok, answer, atMs } = message;
      const live = runs.get(run);
      if (live) inside(run, () => live.run.settle(sequence, ok, answer, atMs));
      break;
    }
    case 'cancel':
      drop(message.run);
      break;
  }
});

for (let made = 0; made < Math.min(FIRST_GUESTS, spareGuests); made += 1)
  spare.push(Guest.fromImage(module, image, idle));
tell({ type: 'ready' });
