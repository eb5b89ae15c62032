// Runs in a thread of its own: the engine, and the programs of many orgs, each in a guest of its own.
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { GarbageCollection } from './engine/collect-garbage.ts';
import { GuestRun } from './engine/guest-run.ts';
import { Guest } from './engine/guest.ts';
import { PRELUDE } from './guest/prelude.ts';
import type { FromThread, StartRun, ThreadStart, ToThread } from './pool/messages.ts';
import { ownThread } from './pool/thread-cpu-time.ts';

/** Guests that are there from the start; more are made, in a millisecond each, when programs run side by side. */
const FIRST_GUESTS = 4;

/** Between the loss of a guest that had grown and the collection of its memory. */
const COLLECT_AFTER_MS = 200;
/** How much the event loop goes before programs when both want a processor. */
const BEHIND_THE_HOST = 5;
/** Nothing goes behind it. */
const LOWEST_PRIORITY = 19;

const { module, watch, spareGuests } = workerData as ThreadStart;
/** `[run inside the engine, signs of life]`, read by the watchdog. */
const signs = new Int32Array(watch);
const image = Guest.prepare(module, PRELUDE);
const idle = { nowMs: () => 0, interrupted: () => true, hostCall: () => 0 };
const spare: Guest[] = [];
const garbage = new GarbageCollection(COLLECT_AFTER_MS);
const runs = new Map<number, { run: GuestRun; guest: Guest; timer: NodeJS.Timeout }>();

/** What is told together: see {@link FromThread}. */
let outbox: FromThread[] = [];

function tell(message: FromThread): void {
  outbox.push(message);
}

function flush(): void {
  if (outbox.length === 0) return;
  parentPort?.postMessage(outbox);
  outbox = [];
}

function startRun(start: StartRun): void {
  const id = start.run;
  const guest = spare.pop() ?? Guest.fromImage(module, image, idle);
  const run = new GuestRun(start, guest, image, {
    beat: () => Atomics.add(signs, 1, 1),
    asksEarly: () => {
      tellProgress(id, run);
      flush();
    },
  });
  guest.use(run);
  const timer = setTimeout(() => {
    stop(id);
    flush();
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
}

function tellProgress(id: number, run: GuestRun): void {
  tell({ type: 'progress', run: id, calls: run.takeCalls(), rests: run.rests });
}

function finish(id: number): void {
  const live = runs.get(id);
  if (!live?.run.end) return;
  const { run, guest, timer } = live;
  clearTimeout(timer);
  runs.delete(id);
  const { end } = live.run;
  if (run.hasCalls) {
    tellProgress(id, run);
    // By itself: what a program does not wait for is begun before its end is known.
    flush();
  }
  tell({
    type: 'end',
    run: id,
    end:
      'json' in end
        ? { ok: true, json: end.json }
        : { ok: false, code: end.error.code, message: end.error.message },
    logs: run.logs,
    cpuMs: run.cpuMs,
    memoryBytes: run.isBroken ? guest.memoryBytes() : guest.heldBytes(),
  });
  keep(guest, run);
}

/** Wiped at once: what a program knew does not outlive it, not even until the next one. */
function keep(guest: Guest, run: GuestRun): void {
  if (run.isBroken || guest.hasOutgrown(image)) return garbage.schedule();
  if (spare.length >= spareGuests) return;
  guest.reset(image, idle);
  spare.push(guest);
}

function stop(id: number): void {
  runs.get(id)?.run.overTime();
  finish(id);
}

function drop(id: number): void {
  const live = runs.get(id);
  if (!live) return;
  clearTimeout(live.timer);
  runs.delete(id);
  keep(live.guest, live.run);
}

function take(message: ToThread): void {
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
    case 'stop':
      stop(message.run);
      break;
    case 'cancel':
      drop(message.run);
      break;
  }
}

parentPort?.on('message', (messages: ToThread[]) => {
  messages.forEach((message, at) => {
    take(message);
    const id = message.run;
    if (messages[at + 1]?.run === id) return;
    const live = runs.get(id);
    if (live) tellProgress(id, live.run);
    flush();
  });
});

/** On Linux a priority is a thread's own; elsewhere it is the whole process's, and stays what it is. */
function yieldToHost(): void {
  if (process.platform !== 'linux') return;
  setPriority(Math.min(LOWEST_PRIORITY, getPriority() + BEHIND_THE_HOST));
}

for (let made = 0; made < Math.min(FIRST_GUESTS, spareGuests); made += 1)
  spare.push(Guest.fromImage(module, image, idle));
yieldToHost();
tell({ type: 'ready', thread: ownThread() });
flush();
