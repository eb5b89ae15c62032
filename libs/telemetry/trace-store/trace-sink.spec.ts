import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { MemoryTraceSink } from '../testing/memory-trace-sink.fixture.ts';
import { ORG_A, ORG_B, spanRow } from '../testing/span.fixture.ts';
import { PostgresTraceSink } from './postgres-trace-sink.repository.ts';
import type { SpanRow } from './span-row.ts';
import { traceRow } from './trace-row.ts';
import type { TraceSink } from './trace-sink.ts';

const READ_SPANS = `
  SELECT trace_id AS "traceId", span_id AS "spanId",
         to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "startedAt",
         parent_span_id AS "parentSpanId", name, kind, org_id AS "orgId", conversation_id AS "conversationId",
         turn_id AS "turnId", agent, pack, task, intent, model, provider, tool, thought_summary AS "thoughtSummary",
         thought_steps AS "thoughtSteps", tool_calls AS "toolCalls", draft_reply AS "draftReply",
         prompt_tokens AS "promptTokens", cached_tokens AS "cachedTokens", completion_tokens AS "completionTokens",
         cost_usd::double precision AS "costUsd", latency_ms AS "latencyMs", status, error_message AS "errorMessage",
         prompt, input, output, attributes
    FROM spans`;

interface OpenSink {
  sink: TraceSink;
  /** The spans of all runs. */
  spans(): Promise<Partial<SpanRow>[]>;
}

function traceSinkContract(open: () => OpenSink): void {
  const write = (...spans: SpanRow[]) => open().sink.write(spans.map((span) => traceRow(span, [span])));
  const find = async (row: SpanRow) =>
    (await open().spans()).filter((stored) => stored.spanId === row.spanId);
  const running = () => spanRow({ status: 'running', latencyMs: null, output: null });
  const writeOpen = (span: SpanRow) => open().sink.write([traceRow(span, [span], false)]);

  it('overwrites an open run with its next state and its end, but never an ended run', async () => {
    const span = running();
    const next = { ...span, output: 'so far' };
    const ended = { ...span, status: 'success' as const, latencyMs: 5, output: 'done' };
    await writeOpen(span);
    await writeOpen(next);
    expect(await find(span)).toMatchObject([{ output: 'so far' }]);
    await write(ended);
    await writeOpen(span);
    await write({ ...ended, output: 'again' });
    expect(await find(span)).toMatchObject([{ status: 'success', output: 'done', latencyMs: 5 }]);
  });

  it('writes a run again whose span ended after it', async () => {
    const root = spanRow();
    const child = { ...running(), parentSpanId: root.spanId };
    await open().sink.write([traceRow(root, [root, child], false)]);
    await open().sink.write([traceRow(root, [root, { ...child, status: 'success', output: 'late' }])]);
    expect(await find(child)).toMatchObject([{ output: 'late' }]);
  });

  it('writes no row, one row, and many rows of several months', async () => {
    await open().sink.write([]);
    const months = [
      '2024-01-31T23:59:59.999999Z',
      '2024-02-01T00:00:00.000000Z',
      '2031-12-31T12:00:00.000001Z',
    ];
    const startedAt = (index: number) => months[index % months.length] ?? '';
    await write(
      ...Array.from({ length: 600 }, (_, index) => spanRow({ name: 'many', startedAt: startedAt(index) })),
    );
    expect((await open().spans()).filter((row) => row.name === 'many')).toHaveLength(600);
  });
}

describe('MemoryTraceSink', () => {
  const sink = new MemoryTraceSink();
  traceSinkContract(() => ({ sink, spans: async () => sink.spans }));
});

describe('PostgresTraceSink', () => {
  const on = suiteDatabase();

  const readSpans = () =>
    on.database.asPlatform('a test reads all rows', (tx) => tx.queryUnscoped<SpanRow>(READ_SPANS));
  const write = (...spans: SpanRow[]) =>
    new PostgresTraceSink(on.database).write(spans.map((span) => traceRow(span, [span])));

  traceSinkContract(() => ({ sink: new PostgresTraceSink(on.database), spans: readSpans }));

  it('stores spans exactly, with microseconds and all digits of a cost', async () => {
    const root = spanRow({ kind: 'job', agent: null });
    const span = spanRow({
      parentSpanId: root.spanId,
      startedAt: '2026-03-02T09:00:00.123457Z',
      kind: 'model',
      agent: 'negotiator',
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
      prompt: 'You help.',
      attributes: { 'gen_ai.response.finish_reasons': ['stop'], nested: { n: 1.5 } },
    });
    await new PostgresTraceSink(on.database).write([traceRow(root, [root, span])]);
    const stored = await readSpans();
    expect(stored).toContainEqual(span);
    expect(stored).toContainEqual(root);
  });

  it.each([
    ['{"messages":[{"role":"tool","text":"{\\"a\\":\\"b\\\\n\\"}"}],"system":"Ελλάδα 𝄞"}', true],
    ['{"b":1,"2":1.50,"a":null,"b":[],"__proto__":{}}', false],
    ['{ "spaced": true }', false],
    ['{"control":"\\u0001","nul":"\\u0000","half":"\\ud800"}', false],
    ['{"cut":"in the mid', false],
    [`{"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, false],
    ['["list"]', false],
    ['"text"', false],
    ['A flat near the sea', false],
    ['', false],
  ])('returns the same input of a model call: %.60s', async (input, isNested) => {
    const span = spanRow({ kind: 'model', input });
    await write(span);
    expect((await readSpans()).find(({ spanId }) => spanId === span.spanId)?.input).toBe(input);
    const [stored] = await on.database.dataSource.query<{ text: string }[]>(
      `SELECT spans AS text FROM traces WHERE span_id = $1`,
      [span.spanId],
    );
    expect(stored?.text.includes(`"input":{`)).toBe(isNested);
  });

  it('stores a prompt once per org and month, whichever writer is first', async () => {
    const at = (startedAt: string, orgId = ORG_A) => spanRow({ startedAt, orgId, prompt: 'You sell.' });
    const spans = [
      at('2028-05-31T23:59:59.000000Z'),
      at('2028-06-01T00:00:00.000000Z'),
      at('2028-06-02T00:00:00.000000Z'),
      at('2028-06-02T00:00:00.000000Z', ORG_B),
    ];
    await Promise.all([
      write(...spans),
      write(...spans.toReversed().map((span) => ({ ...span, spanId: `${span.spanId}x` }))),
    ]);
    expect((await readSpans()).filter(({ prompt }) => prompt === 'You sell.')).toHaveLength(8);
    expect(
      await on.database.dataSource.query(
        `SELECT org_id AS org, to_char(month, 'YYYY-MM') AS month FROM prompt_texts WHERE text = 'You sell.' ORDER BY 1, 2`,
      ),
    ).toEqual([
      { org: ORG_A, month: '2028-05' },
      { org: ORG_A, month: '2028-06' },
      { org: ORG_B, month: '2028-06' },
    ]);
  });

  it('creates the partition of a month once, whichever writer is first', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => write(spanRow({ startedAt: '2028-05-05T00:00:00.000000Z' }))),
    );
    const partitions = await on.database.dataSource.query(
      `SELECT relrowsecurity FROM pg_class WHERE relname = 'traces_2028_05'`,
    );
    expect(partitions).toEqual([{ relrowsecurity: true }]);
  });

  it('writes late rows into a month whose partition was dropped', async () => {
    const sink = new PostgresTraceSink(on.database);
    const late = spanRow({ startedAt: '2029-03-31T23:00:00.000000Z' });
    const later = spanRow({ startedAt: '2029-04-01T01:00:00.000000Z' });
    await sink.write([late, later].map((span) => traceRow(span, [span])));
    await on.database.dataSource.query('DROP TABLE traces_2029_03');
    await sink.write([traceRow(late, [late])]);
    expect(await readSpans()).toContainEqual(late);
  });

  it('keeps traces within their org, also through the view of spans, a partition or by creating one', async () => {
    const span = spanRow({ orgId: ORG_B });
    await write(span);
    const read = (orgId: string) =>
      on.database.forOrg(orgId, (tx) =>
        tx.queryUnscoped('SELECT span_id FROM spans WHERE span_id = $1', [span.spanId]),
      );
    expect(await read(ORG_B)).toHaveLength(1);
    expect(await read(ORG_A)).toEqual([]);
    const refused = (orgId: string, sql: string) =>
      expect(on.database.forOrg(orgId, (tx) => tx.executeUnscoped(sql))).rejects.toThrow('permission denied');
    await refused(ORG_A, 'SELECT 1 FROM traces_2026_03');
    await refused(ORG_B, 'SELECT 1 FROM traces_2026_03');
    await refused(ORG_A, `SELECT ensure_trace_partition('2040-01-01')`);
  });

  it('refuses an invalid row with a permanent error', async () => {
    await expect(write(spanRow({ turnId: 'no uuid' }))).rejects.not.toMatchObject({
      name: 'DatabaseUnavailableError',
    });
  });
});
