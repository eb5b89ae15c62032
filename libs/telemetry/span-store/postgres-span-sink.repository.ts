import { randomUUID } from 'node:crypto';
import type { Database } from '#database';
import { ATTRIBUTES } from '../attributes.ts';
import { sayThere } from './span-process.repository.ts';
import type { SpanRow } from './span-row.ts';
import type { SpanSink } from './span-sink.ts';

const COLUMN_TYPES: Record<keyof SpanRow, string> = {
  traceId: 'text',
  spanId: 'text',
  startedAt: 'timestamptz',
  parentSpanId: 'text',
  name: 'text',
  kind: 'text',
  orgId: 'uuid',
  conversationId: 'uuid',
  turnId: 'uuid',
  agent: 'text',
  pack: 'text',
  task: 'text',
  intent: 'text',
  model: 'text',
  provider: 'text',
  tool: 'text',
  thoughtSummary: 'text',
  thoughtSteps: 'jsonb',
  toolCalls: 'jsonb',
  draftReply: 'text',
  promptTokens: 'integer',
  cachedTokens: 'integer',
  completionTokens: 'integer',
  costUsd: 'numeric',
  latencyMs: 'double precision',
  status: 'text',
  errorMessage: 'text',
  input: 'text',
  output: 'text',
  attributes: 'jsonb',
};

const KEY_COLUMNS: readonly string[] = ['trace_id', 'span_id', 'started_at'];
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = Object.keys(COLUMN_TYPES).map(snake);

/**
 * The text is constant with one parameter for any number of rows, so its plan is kept; JSON is parsed faster than arrays.
 * Spans of an erased contact are not written again. An end inferred by the sweep gives way to the worker's own end,
 * because the worker may only have been late, for example after a database outage.
 */
const WRITE_SPANS = `
  INSERT INTO spans AS stored (${columns.join(', ')})
  SELECT * FROM json_to_recordset($1::json) AS row (${Object.entries(COLUMN_TYPES)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ')})
   WHERE NOT EXISTS (
     SELECT 1 FROM erased_spans erased
      WHERE erased.org_id = row."orgId"
        AND erased.subject = coalesce(row."conversationId"::text, row."traceId"))
  ON CONFLICT (${KEY_COLUMNS.join(', ')}) DO UPDATE SET
    ${columns
      .filter((column) => !KEY_COLUMNS.includes(column))
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}
  WHERE stored.status IN ('pending', 'running')
     OR (stored.attributes ? '${ATTRIBUTES.endInferred}' AND excluded.status <> 'running')`;

const MONTH_CHARACTERS = 'YYYY-MM'.length;

/**
 * Waits until all running writes of spans have ended. Later writes see the `erased_spans` that were committed before.
 * Writers wait meanwhile.
 */
export async function awaitSpanWrites(database: Database): Promise<void> {
  await database.asPlatform('spans of many orgs are written in one batch', (tx) =>
    tx.execute('LOCK TABLE ONLY spans IN SHARE MODE'),
  );
}

/** Writes spans to the table `spans`. */
export class PostgresSpanSink implements SpanSink {
  /** Months whose partition exists. Partitions of earlier months may have been dropped. */
  private latestMonth = '';
  private readonly process = randomUUID();
  private isKnown = false;

  constructor(private readonly database: Database) {}

  async write(rows: SpanRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.ensurePartitions(rows);
    const open = rows.some(({ status }) => status === 'running');
    if (open && !this.isKnown) await this.sayThere();
    const written = open ? rows.map((row) => this.withProcess(row)) : rows;
    await this.database.asPlatform('spans of many orgs are written in one batch', (tx) =>
      tx.execute(WRITE_SPANS, [JSON.stringify(written)]),
    );
  }

  async sayThere(): Promise<void> {
    await this.database.asPlatform('the heartbeat of a process concerns the spans of every org', (tx) =>
      sayThere(tx, this.process),
    );
    this.isKnown = true;
  }

  private withProcess(row: SpanRow): SpanRow {
    if (row.status !== 'running') return row;
    return { ...row, attributes: { ...row.attributes, [ATTRIBUTES.process]: this.process } };
  }

  private async ensurePartitions(rows: SpanRow[]): Promise<void> {
    const months = new Map(rows.map(({ startedAt }) => [startedAt.slice(0, MONTH_CHARACTERS), startedAt]));
    for (const [month, startedAt] of months) {
      if (month === this.latestMonth) continue;
      // In its own transaction: creating a partition blocks all readers and writers of the table.
      await this.database.asPlatform('the partition of a month holds the spans of every org', (tx) =>
        tx.query('SELECT ensure_span_partition($1)', [startedAt]),
      );
      if (month > this.latestMonth) this.latestMonth = month;
    }
  }
}
