import { ATTRIBUTES } from '../attributes.ts';
import type { SpanRow } from './span-row.ts';

/** Where the span store puts its rows. */
export interface SpanSink {
  /**
   * Writes rows; none of them twice in one call. A row that is there already is overwritten as long as it has not
   * ended, so that writing again after a lost answer does no harm. An end that was inferred gives way to the real one,
   * however late that comes, but not to a row that says that the span runs.
   *
   * @throws DatabaseUnavailableError when the same call may succeed later; anything else says that a row does not fit.
   */
  write(rows: SpanRow[]): Promise<void>;

  /** Says that this process is there: while it does, nobody else ends the spans that it has written as running. */
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
