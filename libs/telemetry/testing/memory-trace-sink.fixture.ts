import type { SpanRow } from '../trace-store/span-row.ts';
import type { TraceRow } from '../trace-store/trace-row.ts';
import type { TraceSink } from '../trace-store/trace-sink.ts';

/** Keeps rows in memory, by the same rules as the table. */
export class MemoryTraceSink implements TraceSink {
  readonly rows = new Map<string, TraceRow>();

  async write(rows: TraceRow[]): Promise<void> {
    for (const row of rows) {
      const key = `${row.traceId}/${row.spanId}/${row.startedAt}`;
      if (!this.rows.get(key)?.isEnded) this.rows.set(key, structuredClone(row));
    }
  }

  /** The spans of all runs, with the values of their run that they do not repeat. */
  get spans(): Partial<SpanRow>[] {
    return [...this.rows.values()].flatMap(({ spans, traceId, orgId, conversationId, turnId, agent, pack }) =>
      spans.map((span) => ({ traceId, orgId, conversationId, turnId, agent, pack, ...span })),
    );
  }
}
