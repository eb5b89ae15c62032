// Entry point of a sandbox thread. It runs the engine and the programs of many orgs, each program in its own guest.
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { GarbageCollection } from './engine/collect-garbage.ts';
import { GuestRun } from './engine/guest-run.ts';
import { Guest } from './engine/guest.ts';
import { PRELUDE } from './guest/prelude.ts';
import type { FromThread, StartRun, ThreadStart, ToThread } from './pool/messages.ts';
import { ownThread } from './pool/thread-cpu-time.ts';

/** Guests created at the start. Further guests are created on demand, in about 1 ms each. */
const FIRST_GUESTS = 4;

/** Delay between discarding a guest that had grown and collecting its memory. */
const COLLECT_AFTER_MS = 200;
/** Added to the niceness of this thread, so that the host's event loop runs first on a busy processor. */
const BEHIND_THE_HOST = 5;
/** Highest niceness of the system. */
const LOWEST_PRIORITY = 19;

const { module, watch, spareGuests } = workerData as ThreadStart;
/** `[run inside the engine or 0, heartbeats]`, read by the watchdog. */
const signs = new Int32Array(watch);
const image = Guest.prepare(module, PRELUDE);
const idle = { nowMs: () => 0, interrupted: () => true, hostCall: () => 0 };
const spare: Guest[] = [];
const garbage = new GarbageCollection(COLLECT_AFTER_MS);
const runs = new Map<number, { run: GuestRun; guest: Guest; timer: NodeJS.Timeout }>();

/** Messages of the next batch: see {@link FromThread}. */
let outbox: FromThread[] = [];

function send(message: FromThread): void {
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
    heartbeat: () => Atomics.add(signs, 1, 1),
    callsPending: () => {
      sendProgress(id, run);
      flush();
    },
  });
  guest.use(run);
  const timer = setTimeout(() => {
    stop(id);
    flush();
  }, start.remainingMs);
  runs.set(id, { run, guest, timer });
  inside(id, () => run.begin());
}

/** Executes a step of a run, and finishes the run if the step ended it. */
function inside(id: number, step: () => void): void {
  Atomics.store(signs, 0, id);
  try {
    step();
  } finally {
    Atomics.store(signs, 0, 0);
  }
  if (runs.get(id)?.run.end) finish(id);
}

function sendProgress(id: number, run: GuestRun): void {
  send({ type: 'progress', run: id, calls: run.takeCalls(), idleCount: run.idleCount });
}

function finish(id: number): void {
  const live = runs.get(id);
  if (!live?.run.end) return;
  const { run, guest, timer } = live;
  clearTimeout(timer);
  runs.delete(id);
  const { end } = live.run;
  if (run.hasCalls) {
    sendProgress(id, run);
    // Sent ahead of the end, so that calls that the program does not await still start.
    flush();
  }
  send({
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

/** Resets the guest at once, so that no data of a program outlives it, and keeps it for reuse. */
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
    if (live) sendProgress(id, live.run);
    flush();
  });
});

/** Lowers the priority of this thread. Only on Linux, because elsewhere the priority is that of the whole process. */
function yieldToHost(): void {
  if (process.platform !== 'linux') return;
  setPriority(Math.min(LOWEST_PRIORITY, getPriority() + BEHIND_THE_HOST));
}

for (let made = 0; made < Math.min(FIRST_GUESTS, spareGuests); made += 1)
  spare.push(Guest.fromImage(module, image, idle));
yieldToHost();
send({ type: 'ready', thread: ownThread() });
flush();
