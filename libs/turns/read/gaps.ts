/** Maximum wait for a missing event number. Its transaction is usually about to commit; later it counts as rolled back. */
const GAP_PATIENCE_MS = 500;
/** Interval of looks while a number is missing. */
export const GAP_LOOK_MS = GAP_PATIENCE_MS / 5;

export interface NumberedEvent {
  /** Position of the turn in the conversation. */
  turnSeq: number;
  seq: number;
  /** Number of the last event of the turn that was received before. */
  received: number;
}

/** Holds the events of a turn back while an earlier one is missing and can still come. */
export class Gaps {
  /** When the first missing event of each turn was noticed. */
  private readonly since = new Map<number, number>();

  constructor(private readonly patienceMs = GAP_PATIENCE_MS) {}

  passed<Event extends NumberedEvent>(events: readonly Event[]): Event[] {
    const now = performance.now();
    const reached = new Map<number, number>();
    return events.filter(({ turnSeq, seq, received }) => {
      if (seq !== (reached.get(turnSeq) ?? received) + 1) {
        const since = this.since.get(turnSeq) ?? now;
        if (now - since <= this.patienceMs) {
          this.since.set(turnSeq, since);
          // No event of the turn follows this number.
          reached.set(turnSeq, Number.NaN);
          return false;
        }
      }
      this.since.delete(turnSeq);
      reached.set(turnSeq, seq);
      return true;
    });
  }
}
