import { ATTRIBUTES } from '../attributes.ts';
import type { SpanRow } from './span-row.ts';

/** The storage to which the span store writes its rows. */
export interface SpanSink {
  /**
   * Writes rows; a span may occur only once per call. An existing row is overwritten if it has not ended, so a retry after a
   * lost reply is safe. An inferred end is replaced by the real end, however late it comes, but not by a row with status
   * `running`.
   *
   * @throws DatabaseUnavailableError if a retry may succeed; any other error means that a row is invalid.
   */
  write(rows: SpanRow[]): Promise<void>;

  /** Records a heartbeat of this process. While it does so, no other process ends its running spans. */
  sayThere(): Promise<void>;
}

/** Rows in memory, for tests. */
export class MemorySpanSink implements SpanSink {
  readonly rows = new Map<string, SpanRow>();

  async write(rows: SpanRow[]): Promise<void> {
    for (const row of rows) {
      const key = `${row.traceId}/${row.spanId}/${row.startedAt}`;
      const known = this.rows.get(key);
      if (!known || givesWay(known, row)) this.rows.set(key, structuredClone(row));
    }
  }

  async sayThere(): Promise<void> {}

  get list(): SpanRow[] {
    return [...this.rows.values()];
  }
}

function givesWay(known: SpanRow, row: SpanRow): boolean {
  if (known.status === 'running' || known.status === 'pending') return true;
  return ATTRIBUTES.endInferred in known.attributes && row.status !== 'running';
}
