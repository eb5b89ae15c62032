import { z } from 'zod';
import { cursorCodec } from '#contracts';

/** Turns next to each other with the same mark: the number of the last event told, or null where all was told. */
export interface MarkedTurns {
  first: number;
  last: number;
  told: number | null;
  /** They failed, so that nothing more comes unless they are retried. Unknown of what an id says. */
  failed?: boolean;
}

/** What comes of a turn after an event: nothing of one that failed, unless it is retried. */
export type Coming = 'more' | 'retry' | 'nothing';

const MAX_RUNS = 1_000;
/**
 * More are not in an id, so that it stays shorter than what a header may have: the oldest go, and a reader who comes back
 * with it may be told turns again that are open for longer.
 */
const MAX_MARKS = 100;
/** The place after the last turn must fit the database's integers too. */
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
/** Of the id of an event of a conversation. */
const idCodec = cursorCodec(
  // Ids from before 2026-11-21 know of no updates.
  z.union([
    z.tuple([integer, runsOfId, integer]),
    z
      .tuple([integer, runsOfId])
      .transform(([floor, runs]): [number, typeof runs, number] => [floor, runs, 0]),
  ]),
  'last-event-id',
);

/**
 * What a reader of a conversation has been told. Turns overlap: later ones are queued while one runs, and run while one
 * waits for a person. So a place among their events is not one number but a mark per turn: of turns before `floor` all
 * was told, of the others nothing, unless a run of `marks` says more. Turns of which something was told move the floor up,
 * those told to the end lose their mark, and neighbours with the same mark take room once, so that the id of an event
 * stays short.
 */
export class ConversationPlace {
  private constructor(
    private lowest: number,
    private runs: MarkedTurns[],
    /** Number of the last update of an artifact that was told, of those that no turn tells. */
    private lastUpdate: number,
  ) {}

  /** Where a reader begins who has been told nothing. */
  static beginning(): ConversationPlace {
    return new ConversationPlace(1, [], 0);
  }

  /** @throws CursorError for an id that no event of a conversation has. */
  static fromId(id: string): ConversationPlace {
    const [floor, runs, update] = idCodec.decode(id);
    return new ConversationPlace(
      floor,
      runs.map(([first, last, told]) => ({ first, last, told })),
      update,
    );
  }

  get id(): string {
    const runs = this.runs
      .slice(-MAX_MARKS)
      .map(({ first, last, told }): [number, number, number | null] => [first, last, told]);
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

  /** Marks an update of an artifact as told. */
  tellUpdate(update: number): void {
    this.lastUpdate = update;
  }

  /**
   * Marks an event as told.
   *
   * @param turn its place in the conversation.
   */
  tell(turn: number, event: number, coming: Coming): void {
    const others = this.runs.flatMap((run) => without(run, turn));
    const told = coming === 'nothing' ? null : event;
    others.push({ first: turn, last: turn, told, ...(coming === 'retry' && { failed: true }) });
    this.runs = joined(withoutOldFailures(joined(others.sort((a, b) => a.first - b.first))));
    for (const run of this.runs) {
      if (run.first <= this.lowest && run.last >= this.lowest) this.lowest = run.last + 1;
    }
    this.runs = this.runs.filter((run) => run.told !== null || run.last >= this.lowest);
  }
}

/**
 * Failures beyond {@link MAX_MARKS} count as told to their end, the oldest first: a stream that lives long keeps no more. The
 * mark of a turn that is open stays, without which it would be told again with each look.
 */
function withoutOldFailures(runs: MarkedTurns[]): MarkedTurns[] {
  let tooMany = runs.filter(({ failed }) => failed).length - MAX_MARKS;
  return runs.map((run) =>
    run.failed && tooMany-- > 0 ? { first: run.first, last: run.last, told: null } : run,
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
    if (before && before.told === run.told && before.failed === run.failed && before.last + 1 === run.first)
      before.last = run.last;
    else result.push({ ...run });
  }
  return result;
}
