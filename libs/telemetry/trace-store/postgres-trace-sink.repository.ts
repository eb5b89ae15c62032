import { jsonbText } from '#text';
import type { Database, PlatformTransaction, OrgTransaction } from '#database';
import { nestedJson } from './nested-json.ts';
import type { TraceRow } from './trace-row.ts';
import type { TraceSink } from './trace-sink.ts';

const COLUMN_TYPES: Record<Exclude<keyof TraceRow, 'words' | 'spans' | 'prompts' | 'isEnded'>, string> = {
  traceId: 'text',
  spanId: 'text',
  startedAt: 'timestamptz',
  orgId: 'uuid',
  name: 'text',
  kind: 'text',
  conversationId: 'uuid',
  turnId: 'uuid',
  agent: 'text',
  pack: 'text',
  channel: 'text',
  models: 'text[]',
  tools: 'text[]',
  attempt: 'integer',
  status: 'text',
  errorClass: 'text',
  errorMessage: 'text',
  promptTokens: 'integer',
  cachedTokens: 'integer',
  completionTokens: 'integer',
  costUsd: 'numeric',
  latencyMs: 'double precision',
  modelCalls: 'jsonb',
};

const KEY_COLUMNS: readonly string[] = ['trace_id', 'span_id', 'started_at'];
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const names = Object.keys(COLUMN_TYPES);
const columns = [...names.map(snake), 'words', 'written_at', 'spans'];
/** Stands between the texts of spans. JSON has no control characters. */
const SEPARATOR = Buffer.from('\u001e');

/**
 * The text is constant for any number of rows, so its plan is kept; JSON is parsed faster than arrays, and the spans, most of
 * a row, are not parsed at all.
 * Runs of an erased contact are not written again.
 */
const writing = (rows: string, spans: string, condition = '') => `
  INSERT INTO traces AS stored (${columns.join(', ')})
  SELECT ${names.map((name) => `row."${name}"`).join(', ')}, array_to_tsvector(row.words),
         CASE WHEN NOT row."isEnded" THEN clock_timestamp() END, row.spans
    FROM ROWS FROM (
           json_to_recordset(${rows}::json) AS (${Object.entries(COLUMN_TYPES)
             .map(([name, type]) => `"${name}" ${type}`)
             .join(', ')}, words text[], "isEnded" boolean),
           string_to_table(${spans}::text, '${SEPARATOR.toString()}')
         ) AS row (${names.map((name) => `"${name}"`).join(', ')}, words, "isEnded", spans)
   WHERE NOT EXISTS (
     SELECT 1 FROM erased_spans erased
      WHERE erased.org_id = row."orgId"
        AND erased.subject = coalesce(row."conversationId"::text, row."traceId")) ${condition}
  ON CONFLICT (${KEY_COLUMNS.join(', ')}) DO UPDATE SET
    ${columns
      .filter((column) => !KEY_COLUMNS.includes(column))
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}
  WHERE stored.written_at IS NOT NULL`;
const WRITE_TRACES = writing('$1', '$2');
const WRITE_TRACES_OF_ORG = writing('$2', '$3', 'AND row."orgId" = $1');

/**
 * The index of words collects new ones in a list, which each search reads to its end, until one writer sorts it in. The default
 * of 4 MB is about 6,000 runs.
 */
const SHORT_WORD_LIST = `SELECT set_config('gin_pending_list_limit', '256kB', true)`;

/** All writers insert in one order: a writer waits for another one that has inserted the same prompt, and none may wait for it. */
const writingPrompts = (prompts: string, condition = '') => `
  INSERT INTO prompt_texts (org_id, month, hash, text)
  SELECT * FROM json_to_recordset(${prompts}::json) AS row("orgId" uuid, month date, hash text, text text)
  ${condition} ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`;
const WRITE_PROMPTS = writingPrompts('$1');
const WRITE_PROMPTS_OF_ORG = writingPrompts('$2', 'WHERE row."orgId" = $1');

const MONTH_CHARACTERS = 'YYYY-MM'.length;
/** More known prompts are forgotten, and written again. */
const MAX_KNOWN_PROMPTS = 10_000;

/**
 * Waits until all running writes of traces have ended. Later writes see the `erased_spans` that were committed before.
 * Writers wait meanwhile.
 */
export async function awaitTraceWrites(database: Database): Promise<void> {
  await database.asPlatform('traces of many orgs are written in one batch', (tx) =>
    tx.execute('LOCK TABLE ONLY traces IN SHARE MODE'),
  );
}

/** Creates the partition of a month, unless it exists. Blocks all readers and writers of traces for a moment. */
export async function ensureTracePartition(tx: PlatformTransaction, moment: Date | string): Promise<void> {
  await tx.query('SELECT ensure_trace_partition($1)', [moment]);
}

/** The spans are bytes, because one text of all would be copied several times on its way to the server. */
function valuesOf(rows: readonly TraceRow[]): [rows: string, spans: Buffer] {
  const texts = rows.flatMap(({ spans }) => [SEPARATOR, Buffer.from(jsonbText(spans.map(asStored)))]);
  const runs = rows.map((row) => ({ ...row, spans: undefined, prompts: undefined }));
  return [JSON.stringify(runs), Buffer.concat(texts.slice(1))];
}

/** The input of a model call repeats what the tools before it returned, which their own spans have too. */
function asStored(span: TraceRow['spans'][number]): object {
  return span.kind === 'model' && span.input ? { ...span, input: nestedJson(span.input) } : span;
}

/** The prompts of the rows, each once per org and month. */
function promptsOf(rows: readonly TraceRow[]) {
  return new Map(
    rows.flatMap(({ orgId, startedAt, prompts }) => {
      const month = `${startedAt.slice(0, MONTH_CHARACTERS)}-01`;
      return prompts.map(
        (prompt) => [[orgId, month, prompt.hash].join(), { orgId, month, ...prompt }] as const,
      );
    }),
  );
}

/** Writes rows of one org; their partitions must exist. */
export async function insertTraces(tx: OrgTransaction, rows: readonly TraceRow[]): Promise<void> {
  if (rows.length === 0) return;
  const prompts = [...promptsOf(rows).values()];
  if (prompts.length > 0) await tx.execute(WRITE_PROMPTS_OF_ORG, [jsonbText(prompts)]);
  await tx.execute(WRITE_TRACES_OF_ORG, valuesOf(rows));
}

/** Writes runs to the table `traces`. */
export class PostgresTraceSink implements TraceSink {
  /** Months whose partition exists. Partitions of earlier months may have been dropped. */
  private latestMonth = '';
  private readonly knownPrompts = new Set<string>();

  constructor(private readonly database: Database) {}

  async write(rows: TraceRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.ensurePartitions(rows);
    const prompts = [...promptsOf(rows)].filter(([key]) => !this.knownPrompts.has(key));
    await this.database.asPlatform('traces of many orgs are written in one batch', async (tx) => {
      if (prompts.length > 0)
        await tx.execute(WRITE_PROMPTS, [jsonbText(prompts.map(([, prompt]) => prompt))]);
      await tx.query(SHORT_WORD_LIST);
      await tx.execute(WRITE_TRACES, valuesOf(rows));
    });
    if (this.knownPrompts.size + prompts.length > MAX_KNOWN_PROMPTS) this.knownPrompts.clear();
    for (const [key] of prompts) this.knownPrompts.add(key);
  }

  private async ensurePartitions(rows: TraceRow[]): Promise<void> {
    const months = new Map(rows.map(({ startedAt }) => [startedAt.slice(0, MONTH_CHARACTERS), startedAt]));
    for (const [month, startedAt] of months) {
      if (month === this.latestMonth) continue;
      // In its own transaction: creating a partition blocks all readers and writers of the table.
      await this.database.asPlatform('the partition of a month holds the traces of every org', (tx) =>
        ensureTracePartition(tx, startedAt),
      );
      if (month > this.latestMonth) this.latestMonth = month;
    }
  }
}
