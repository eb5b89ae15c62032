import type { TurnEventType } from '#contracts';
import type { PaidCall } from '#models';
import type { LogEntry } from './log-writer.ts';
import { PAID } from './turn-step.entity.ts';

export const isEmpty = ({ text, events, steps, begun, forgotten, uses, calls }: LogEntry): boolean =>
  !text && [events, steps, begun, forgotten, uses, calls].every((list) => list.length === 0);

export const nothing = (): LogEntry => ({
  events: [],
  steps: [],
  begun: [],
  forgotten: [],
  uses: [],
  calls: [],
});

/** Both entries, as one. */
export function joined(first: LogEntry, then: LogEntry): LogEntry {
  const forgotten = [...first.forgotten, ...then.forgotten];
  return {
    events: [...first.events, ...then.events],
    steps: [...first.steps, ...then.steps],
    // One statement cannot delete a row that it has just inserted.
    begun: [...first.begun, ...then.begun].filter(({ id }) => !forgotten.includes(id)),
    forgotten,
    uses: [...first.uses, ...then.uses],
    calls: [...first.calls, ...then.calls],
    text: then.text ?? first.text,
  };
}

/**
 * Without the steps that only a resumed run reads, if the turn is completed and so never resumed. Paid calls stay, because a call that is
 * stored late must find whether it is counted.
 */
export function keptOf(event: TurnEventType, entry: LogEntry): LogEntry {
  if (event !== 'turn.completed') return entry;
  return { ...entry, steps: entry.steps.filter(({ key }) => /^(?:tool|program|paid):/.test(key)) };
}

/** The paid calls among steps. */
export const paidOf = (steps: readonly { key: string; outcome: unknown }[]): PaidCall[] =>
  steps.flatMap(({ key, outcome }) =>
    key.startsWith(PAID) ? [{ ...(outcome as Omit<PaidCall, 'id'>), id: key.slice(PAID.length) }] : [],
  );
