import { createHash } from 'node:crypto';
import type { RecordedAnswer, ToolAnswer } from '#sandbox';
import type { TurnLog } from '../../journal/turn-log.ts';

/** A call of a program that is over. Texts as they are: a column of JSON would change the order of keys, and with it what the program does. */
export interface RecordedCall {
  tool: string;
  /** The arguments as JSON. */
  input: string;
  ok: boolean;
  /** The value or `{ errorClass, message }`, as JSON. */
  answer: string;
  /** Names that a search for tools has found. */
  found?: string[];
  /** Its result rests on sample rows; calls of turns before 2026-11-26 lack it. */
  sample?: true;
}

export interface RecordedStart {
  startedAt: string;
  /** Names of the functions that it has. */
  tools: readonly string[];
}

/** When the program learned of an answer. That of a call stands with the call. */
type RecordedTelling = Omit<RecordedAnswer, 'answer'> & { answer?: string };

/** Name of the pause among the calls of a program. */
const SLEEP = 'sleep';

/**
 * What the journal of the turn keeps of one program: when it started, what its calls came to, and in which order it
 * learned of that. With its code and its seed that makes its replay.
 */
export class ProgramJournal {
  private tellings: number;

  /** @param key of the program, such as `program:1:0`. */
  constructor(
    private readonly log: Pick<TurnLog, 'recorded' | 'record'>,
    readonly key: string,
  ) {
    this.tellings = this.recordedTellings().length;
  }

  /** Where the program's clock starts: at the moment of its first run. */
  start(now: Date, tools: readonly string[]): Date {
    const before = this.log.recorded<RecordedStart>(this.key);
    if (before) return new Date(before.startedAt);
    const start: RecordedStart = { startedAt: now.toISOString(), tools };
    this.log.record(this.key, null, start);
    return now;
  }

  callKey(sequence: number): string {
    return `${this.key}:${sequence}`;
  }

  /** What the call came to in an earlier run. */
  call(sequence: number): RecordedCall | undefined {
    return this.log.recorded<RecordedCall>(this.callKey(sequence));
  }

  recordCall(sequence: number, call: RecordedCall): void {
    this.log.record(this.callKey(sequence), [call.tool, call.input], call);
  }

  /** What earlier runs of the program learned, in that order. */
  recorded(): RecordedAnswer[] {
    return this.recordedTellings().map(({ answer, ...telling }) => ({
      ...telling,
      answer: answer ?? this.call(telling.sequence)?.answer ?? 'null',
    }));
  }

  recordTelling({ answer, ...telling }: RecordedAnswer): void {
    this.log.record(
      `${this.key}:told:${this.tellings}`,
      null,
      telling.tool === SLEEP ? { ...telling, answer } : telling,
    );
    this.tellings += 1;
  }

  private recordedTellings(): RecordedTelling[] {
    const tellings: RecordedTelling[] = [];
    for (let telling; (telling = this.log.recorded<RecordedTelling>(`${this.key}:told:${tellings.length}`));)
      tellings.push(telling);
    return tellings;
  }
}

/** Of the program's `Math.random`: the same in every run of it. */
export function seedOf(turnId: string, key: string): number {
  return createHash('sha256').update(`${turnId}:${key}`).digest().readInt32BE(0);
}

/** What a program is answered with. */
export function answerOf({ ok, answer }: RecordedCall): ToolAnswer {
  const parsed: unknown = JSON.parse(answer);
  return ok ? { ok, value: parsed } : { ok, ...(parsed as { errorClass: string; message: string }) };
}
