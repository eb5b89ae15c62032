import { ATTRIBUTES } from '../attributes.ts';
import type { SpanRow } from '../span-store/span-row.ts';
import type { SpanSink } from '../span-store/span-sink.ts';

/** Keeps rows in memory, by the same rules as the table. */
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
