import { z } from 'zod';
import { cursorCodec } from '#contracts';

/** Turns next to each other with the same mark: the number of the last event told, or null where all was told. */
export interface MarkedTurns {
  first: number;
  last: number;
  told: number | null;
}

const MAX_RUNS = 1_000;
/** More are not kept, so that an id stays shorter than what a header may have: the oldest go. */
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
    const runs = this.runs.map(({ first, last, told }): [number, number, number | null] => [
      first,
      last,
      told,
    ]);
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
   * @param last no further event of the turn will come; a turn that failed may be retried.
   */
  tell(turn: number, event: number, last: boolean): void {
    const others = this.runs.flatMap((run) => without(run, turn));
    others.push({ first: turn, last: turn, told: last ? null : event });
    this.runs = joined(others.sort((a, b) => a.first - b.first));
    for (const run of this.runs) {
      if (run.first <= this.lowest && run.last >= this.lowest) this.lowest = run.last + 1;
    }
    this.runs = this.runs.filter((run) => run.told !== null || run.last >= this.lowest).slice(-MAX_MARKS);
  }
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
    if (before && before.told === run.told && before.last + 1 === run.first) before.last = run.last;
    else result.push({ ...run });
  }
  return result;
}
