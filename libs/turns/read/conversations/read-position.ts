import { z } from 'zod';
import { cursorCodec } from '#contracts';

/** Adjacent turns with the same mark: the number of the last received event, or null if all events were received. */
export interface MarkedTurns {
  first: number;
  last: number;
  received: number | null;
  /** The turns failed: no more events come unless they are retried. An id does not contain this. */
  failed?: boolean;
}

/** The events that can follow an event of a turn; `retry` for a failed turn, which sends more only if it is retried. */
export type Following = 'more' | 'retry' | 'nothing';

const MAX_RUNS = 1_000;
/**
 * An id contains no more marks, so that it fits a header. It drops the oldest, and a reader that returns with it may receive
 * events of older open turns again.
 */
const MAX_MARKS = 100;
/** One more than the position of the last turn must also fit an integer of the database. */
const integer = z
  .int32()
  .min(0)
  .max(2 ** 31 - 2);
const runsOfId = z
  .array(z.tuple([integer, integer, integer.nullable()]))
  .max(MAX_RUNS)
  .refine(
    (runs) => runs.every(([first, last], i) => first <= last && first > (runs[i - 1]?.[1] ?? -1)),
    'expected runs in ascending order that do not overlap',
  );
/** Encodes a position as the id of a conversation's event. */
const idCodec = cursorCodec(z.tuple([integer, runsOfId, integer]), 'last-event-id');

/**
 * The events of a conversation that a reader has received. Turns overlap: later turns are queued while one runs, and run
 * while one waits for a person. A position is therefore not one number but a mark per turn. Of turns before `floor`, all
 * events were received; of the others, none; unless a run in `marks` says otherwise. The floor moves over turns with
 * received events, turns that are received to the end lose their mark, and adjacent turns with the same mark share one
 * entry. This keeps the id of an event short.
 */
export class ReadPosition {
  private constructor(
    private lowest: number,
    private runs: MarkedTurns[],
    /** Number of the last received artifact update that belongs to no turn. */
    private lastUpdate: number,
  ) {}

  /** The position of a reader that has received nothing. */
  static beginning(): ReadPosition {
    return new ReadPosition(1, [], 0);
  }

  /** @throws CursorError for an id that no event of a conversation has. */
  static fromId(id: string): ReadPosition {
    const [floor, runs, update] = idCodec.decode(id);
    return new ReadPosition(
      floor,
      runs.map(([first, last, received]) => ({ first, last, received })),
      update,
    );
  }

  get id(): string {
    const runs = this.runs
      .slice(-MAX_MARKS)
      .map(({ first, last, received }): [number, number, number | null] => [first, last, received]);
    return idCodec.encode([this.lowest, runs, this.lastUpdate]);
  }

  get update(): number {
    return this.lastUpdate;
  }

  get floor(): number {
    return this.lowest;
  }

  get marks(): readonly MarkedTurns[] {
    return this.runs;
  }

  receiveUpdate(update: number): void {
    this.lastUpdate = update;
  }

  /**
   * Marks an event as received.
   *
   * @param turn its position in the conversation.
   */
  receive(turn: number, event: number, following: Following): void {
    const others = this.runs.flatMap((run) => without(run, turn));
    const received = following === 'nothing' ? null : event;
    others.push({ first: turn, last: turn, received, ...(following === 'retry' && { failed: true }) });
    this.runs = joined(withoutOldFailures(joined(others.sort((a, b) => a.first - b.first))));
    for (const run of this.runs) {
      if (run.first <= this.lowest && run.last >= this.lowest) this.lowest = run.last + 1;
    }
    this.runs = this.runs.filter((run) => run.received !== null || run.last >= this.lowest);
  }
}

/**
 * Treats failed turns beyond {@link MAX_MARKS} as received to the end, the oldest first, so that a long stream does not
 * grow. The mark of an open turn stays; without it, each look would send the turn again.
 */
function withoutOldFailures(runs: MarkedTurns[]): MarkedTurns[] {
  let tooMany = runs.filter(({ failed }) => failed).length - MAX_MARKS;
  return runs.map((run) =>
    run.failed && tooMany-- > 0 ? { first: run.first, last: run.last, received: null } : run,
  );
}

function without(run: MarkedTurns, turn: number): MarkedTurns[] {
  if (turn < run.first || turn > run.last) return [run];
  const before = { ...run, last: turn - 1 };
  const after = { ...run, first: turn + 1 };
  return [before, after].filter(({ first, last }) => first <= last);
}

function joined(runs: MarkedTurns[]): MarkedTurns[] {
  const result: MarkedTurns[] = [];
  for (const run of runs) {
    const before = result.at(-1);
    if (
      before &&
      before.received === run.received &&
      before.failed === run.failed &&
      before.last + 1 === run.first
    )
      before.last = run.last;
    else result.push({ ...run });
  }
  return result;
}
