import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { spanRow } from '../testing/span.fixture.ts';
import type { SpanRow } from './span-row.ts';
import { PostgresSpanSink } from './postgres-span-sink.repository.ts';
import { MemorySpanSink } from '../testing/memory-span-sink.fixture.ts';
import type { SpanSink } from './span-sink.ts';

const READ_ROWS = `
  SELECT trace_id AS "traceId", span_id AS "spanId",
         to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "startedAt",
         parent_span_id AS "parentSpanId", name, kind, org_id AS "orgId", conversation_id AS "conversationId",
         turn_id AS "turnId", agent, pack, task, intent, model, provider, tool, thought_summary AS "thoughtSummary",
         thought_steps AS "thoughtSteps", tool_calls AS "toolCalls", draft_reply AS "draftReply",
         prompt_tokens AS "promptTokens", cached_tokens AS "cachedTokens", completion_tokens AS "completionTokens",
         cost_usd::double precision AS "costUsd", latency_ms AS "latencyMs", status, error_message AS "errorMessage",
         input, output, attributes
    FROM spans`;

interface OpenSink {
  sink: SpanSink;
  rows(): Promise<SpanRow[]>;
}

function spanSinkContract(open: () => OpenSink): void {
  const find = async (row: SpanRow) => (await open().rows()).filter((stored) => stored.spanId === row.spanId);

  it('stores a row exactly, with microseconds and all digits of its cost', async () => {
    const row = spanRow({
      parentSpanId: '00f067aa0ba902b7',
      kind: 'model',
      task: 'answer',
      intent: 'search',
      model: 'gpt-x',
      provider: 'openai',
      tool: 'search_properties',
      thoughtSummary: 'thinks',
      thoughtSteps: ['one', { two: 2 }],
      toolCalls: [{ name: 'search_properties', arguments: { q: 'θάλασσα' } }],
      draftReply: 'draft',
      promptTokens: 1_200,
      cachedTokens: 1_000,
      completionTokens: 80,
      costUsd: 0.00012345,
      latencyMs: 1234.567891,
      errorMessage: 'none',
      attributes: { 'gen_ai.response.finish_reasons': ['stop'], nested: { n: 1.5 } },
    });
    await open().sink.write([row]);
    expect(await find(row)).toEqual([row]);
  });

  it('overwrites a running row with its end, but never an ended row', async () => {
    const running = spanRow({ status: 'running', latencyMs: null, output: null });
    const ended = { ...running, status: 'success' as const, latencyMs: 5, output: 'done' };
    await open().sink.write([running]);
    await open().sink.write([ended]);
    await open().sink.write([running]);
    expect(await find(running)).toEqual([ended]);
  });

  it('overwrites an inferred end once with the real end, but not with a running row', async () => {
    const running = spanRow({ status: 'running', latencyMs: null });
    const inferred = { ...running, status: 'error' as const, attributes: { 'turnpike.end_inferred': true } };
    const ended = { ...running, status: 'success' as const, latencyMs: 5 };
    await open().sink.write([running]);
    await open().sink.write([inferred]);
    await open().sink.write([running]);
    expect(await find(running)).toEqual([inferred]);
    await open().sink.write([ended]);
    await open().sink.write([inferred]);
    expect(await find(running)).toEqual([ended]);
  });

  it('writes no row, one row, and many rows of several months and orgs', async () => {
    await open().sink.write([]);
    const months = [
      '2024-01-31T23:59:59.999999Z',
      '2024-02-01T00:00:00.000000Z',
      '2031-12-31T12:00:00.000001Z',
    ];
    const many = Array.from({ length: 600 }, (_, index) =>
      spanRow({ name: 'many', startedAt: months[index % months.length] ?? '' }),
    );
    await open().sink.write(many);
    expect((await open().rows()).filter((row) => row.name === 'many')).toHaveLength(600);
  });
}

describe('MemorySpanSink', () => {
  const sink = new MemorySpanSink();
  spanSinkContract(() => ({ sink, rows: async () => sink.list }));
});

describe('PostgresSpanSink', () => {
  const on = suiteDatabase();

  const readRows = () =>
    on.database.asPlatform('a test reads all rows', (tx) => tx.queryUnscoped<SpanRow>(READ_ROWS));

  spanSinkContract(() => ({ sink: new PostgresSpanSink(on.database), rows: readRows }));

  it('creates the partition of a month once, whichever writer is first', async () => {
    const sinks = Array.from({ length: 5 }, () => new PostgresSpanSink(on.database));
    await Promise.all(
      sinks.map((sink) => sink.write([spanRow({ startedAt: '2028-05-05T00:00:00.000000Z' })])),
    );
    const partitions = await on.database.dataSource.query(
      `SELECT relrowsecurity FROM pg_class WHERE relname = 'spans_2028_05'`,
    );
    expect(partitions).toEqual([{ relrowsecurity: true }]);
  });

  it('writes late rows into a month whose partition was dropped', async () => {
    const sink = new PostgresSpanSink(on.database);
    const late = spanRow({ startedAt: '2029-03-31T23:00:00.000000Z' });
    await sink.write([late, spanRow({ startedAt: '2029-04-01T01:00:00.000000Z' })]);
    await on.database.dataSource.query('DROP TABLE spans_2029_03');
    await sink.write([late]);
    expect(await readRows()).toContainEqual(late);
  });

  it('refuses an invalid row with a permanent error', async () => {
    const wrong = spanRow({ turnId: 'no uuid' });
    await expect(new PostgresSpanSink(on.database).write([wrong])).rejects.not.toMatchObject({
      name: 'DatabaseUnavailableError',
    });
  });
});
