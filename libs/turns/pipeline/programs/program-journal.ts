import { createHash } from 'node:crypto';
import type { RecordedAnswer, ToolAnswer } from '#sandbox';
import type { TurnLog } from '../../journal/turn-log.ts';

/**
 * A finished call of a program. Values are stored as JSON text, because a JSON column would reorder keys and so change the
 * program's behaviour.
 */
export interface RecordedCall extends Pick<RecordedAnswer, 'tool' | 'input' | 'ok' | 'answer'> {
  found?: string[];
  /** Set if the call used sample rows. */
  sample?: true;
}

export interface RecordedStart {
  startedAt: string;
  /** The names of its functions. */
  tools: readonly string[];
}

/** The moment at which the program received an answer. The answer itself is stored with the call. */
type RecordedDelivery = Omit<RecordedAnswer, 'answer'> & { answer?: string };

/** The name of a pause among the calls of a program. */
const SLEEP = 'sleep';

/**
 * One program in the journal of the turn: its start, the results of its calls, and the order in which the program received
 * them. Together with code and seed, a replay needs nothing else.
 */
export class ProgramJournal {
  private deliveries: number;

  /** @param key key of the program, such as `program:1:0`. */
  constructor(
    private readonly log: Pick<TurnLog, 'recorded' | 'record'>,
    readonly key: string,
  ) {
    this.deliveries = this.recordedDeliveries().length;
  }

  /** @returns the start time of the program's clock: the moment of its first run. */
  start(now: Date, tools: readonly string[]): Date {
    const before = this.log.recorded<RecordedStart>(this.key);
    if (before) return new Date(before.startedAt);
    const start: RecordedStart = { startedAt: now.toISOString(), tools };
    this.log.record(this.key, start);
    return now;
  }

  callKey(sequence: number): string {
    return `${this.key}:${sequence}`;
  }

  /** @returns the result of the call in an earlier run. */
  call(sequence: number): RecordedCall | undefined {
    return this.log.recorded<RecordedCall>(this.callKey(sequence));
  }

  recordCall(sequence: number, call: RecordedCall): void {
    this.log.record(this.callKey(sequence), call);
  }

  /** @returns the answers that earlier runs of the program received, in order. */
  recorded(): RecordedAnswer[] {
    return this.recordedDeliveries().map(({ answer, ...delivery }) => ({
      ...delivery,
      answer: answer ?? this.call(delivery.sequence)?.answer ?? 'null',
    }));
  }

  recordDelivery({ answer, ...delivery }: RecordedAnswer): void {
    this.log.record(
      `${this.key}:told:${this.deliveries}`,
      delivery.tool === SLEEP ? { ...delivery, answer } : delivery,
    );
    this.deliveries += 1;
  }

  private recordedDeliveries(): RecordedDelivery[] {
    const deliveries: RecordedDelivery[] = [];
    for (;;) {
      const next = this.log.recorded<RecordedDelivery>(`${this.key}:told:${deliveries.length}`);
      if (!next) return deliveries;
      deliveries.push(next);
    }
  }
}

/** The seed of the program's `Math.random`: the same in every run. */
export function seedOf(turnId: string, key: string): number {
  return createHash('sha256').update(`${turnId}:${key}`).digest().readInt32BE(0);
}

export function answerOf({ ok, answer }: RecordedCall): ToolAnswer {
  const parsed: unknown = JSON.parse(answer);
  return ok ? { ok, value: parsed } : { ok, ...(parsed as { errorClass: string; message: string }) };
}
