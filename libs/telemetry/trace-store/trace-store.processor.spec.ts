import { ConsoleLogger, Logger } from '@nestjs/common';
import { context, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { DatabaseUnavailableError } from '#database';
import { eventually } from '../../../test/harness/eventually.ts';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { ATTRIBUTES, SPAN_KIND } from '../attributes.ts';
import { MemoryTraceSink } from '../testing/memory-trace-sink.fixture.ts';
import { CONVERSATION, ORG_A, ORG_B, TURN } from '../testing/span.fixture.ts';
import type { TraceRow } from './trace-row.ts';
import { TraceStoreProcessor, type TraceStoreOptions } from './trace-store.processor.ts';

/** A sink that can be unreachable or refuse runs by name, and counts its calls. */
class MoodySink extends MemoryTraceSink {
  away = false;
  refused = '';
  calls: number[] = [];

  override async write(rows: TraceRow[]): Promise<void> {
    this.calls.push(rows.length);
    if (this.away) throw new DatabaseUnavailableError(new Error('ECONNREFUSED'));
    if (rows.some((row) => row.name === this.refused)) throw new Error('invalid input syntax');
    await super.write(rows);
  }
}

describe('TraceStoreProcessor', () => {
  let sink: MoodySink;
  let processor: TraceStoreProcessor;
  let provider: TracerProvider;

  const open = (options: Partial<TraceStoreOptions> = {}) => {
    sink = new MoodySink();
    processor = new TraceStoreProcessor({ sink, flushEveryMs: 5, ...options });
    provider = new TracerProvider({ sampler: new AlwaysOnSampler(), spanProcessors: [processor] });
  };
  const start = (name: string, attributes = {}, parent?: Span) =>
    provider
      .getTracer('test')
      .startSpan(name, { attributes }, parent ? trace.setSpan(context.active(), parent) : context.active());
  const startOfOrg = (name: string, attributes = {}) =>
    start(name, { [ATTRIBUTES.orgId]: ORG_A, ...attributes });
  const stored = (name: string) => sink.spans.filter((row) => row.name === name);

  // Another suite of this worker may have left the logger of an app that has ended.
  beforeAll(() => Logger.overrideLogger(new ConsoleLogger()));
  beforeEach(() => open());
  afterEach(async () => {
    sink.away = false;
    await processor.shutdown();
  });

  it('writes a short span once, with all its fields', async () => {
    const span = startOfOrg('chat', {
      [SPAN_KIND]: 'model',
      [ATTRIBUTES.requestModel]: 'gpt-x',
      [ATTRIBUTES.provider]: 'openai',
      [ATTRIBUTES.inputTokens]: 100,
      [ATTRIBUTES.cachedInputTokens]: 40,
      [ATTRIBUTES.outputTokens]: 7,
      [ATTRIBUTES.costUsd]: 0.0001,
      [ATTRIBUTES.input]: 'say it: sk-abcdefghijklmnopqrstuv',
      [ATTRIBUTES.toolCalls]: JSON.stringify([{ name: 'a', arguments: { password: 'x' } }]),
      [ATTRIBUTES.finishReasons]: ['stop'],
    });
    span.end();
    await processor.forceFlush();
    expect(sink.calls).toEqual([1]);
    expect(stored('chat')).toEqual([
      expect.objectContaining({
        kind: 'model',
        model: 'gpt-x',
        provider: 'openai',
        promptTokens: 100,
        cachedTokens: 40,
        completionTokens: 7,
        costUsd: 0.0001,
        status: 'success',
        input: 'say it: [redacted]',
        toolCalls: [{ name: 'a', arguments: { password: '[redacted]' } }],
        attributes: { [ATTRIBUTES.finishReasons]: ['stop'] },
      }),
    ]);
    expect(stored('chat')[0]?.latencyMs).toBeGreaterThan(0);
    expect(stored('chat')[0]?.startedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  it('writes an open run as running, and again when it ends', async () => {
    const span = startOfOrg('turn');
    await processor.forceFlush();
    expect(stored('turn')).toMatchObject([{ status: 'running' }]);
    await processor.forceFlush();
    expect(sink.calls).toEqual([1]);
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'Bearer abcdefghijklmnop was refused' });
    span.end();
    await processor.forceFlush();
    expect(stored('turn')).toEqual([
      expect.objectContaining({ status: 'error', errorMessage: 'Bearer [redacted] was refused' }),
    ]);
  });

  it('writes a run with all its spans as one row when it ends', async () => {
    const turn = startOfOrg('turn');
    start('tool', {}, turn).end();
    turn.end();
    await processor.forceFlush();
    expect(sink.calls).toEqual([1]);
    const [row] = sink.rows.values();
    expect(row?.isEnded).toBe(true);
    expect(row?.spans.map(({ name }) => name)).toEqual(['tool', 'turn']);
  });

  it('writes an open run with what it has on its own timer, again after a change, and its end', async () => {
    await processor.shutdown();
    open({ openWrittenEveryMs: 4 });
    const turn = startOfOrg('turn', { [SPAN_KIND]: 'turn' });
    await eventually(async () => expect(stored('turn')).toMatchObject([{ status: 'running' }]));
    start('tool', {}, turn).end();
    await eventually(async () => expect(stored('tool')).toMatchObject([{ status: 'success' }]));
    turn.end();
    await eventually(async () => expect(stored('turn')).toMatchObject([{ status: 'success' }]));
    expect(sink.rows.size).toBe(1);
  });

  it('writes a request only when it is answered', async () => {
    const request = startOfOrg('GET /v1/turns', { [SPAN_KIND]: 'http' });
    start('step', {}, request).end();
    await processor.forceFlush();
    expect(sink.calls).toEqual([]);
    request.end();
    await processor.forceFlush();
    expect(stored('GET /v1/turns')).toHaveLength(1);
  });

  it('writes a request without steps only if it failed', async () => {
    const [well, badly] = ['well', 'badly'].map((name) => startOfOrg(name, { [SPAN_KIND]: 'http' }));
    well?.end();
    badly?.setStatus({ code: SpanStatusCode.ERROR });
    badly?.end();
    await processor.forceFlush();
    expect(sink.spans.map(({ name }) => name)).toEqual(['badly']);
  });

  it('writes a run again whose span ends after it', async () => {
    const turn = startOfOrg('turn');
    const late = start('late', {}, turn);
    turn.end();
    await processor.forceFlush();
    expect([...sink.rows.values()]).toMatchObject([{ status: 'success', isEnded: false }]);
    late.end();
    await processor.forceFlush();
    expect([...sink.rows.values()]).toMatchObject([{ isEnded: true }]);
    expect(stored('late')).toMatchObject([{ status: 'success' }]);
  });

  it('makes a run of its own of a span of another org', async () => {
    const turn = startOfOrg('turn');
    start('mail', { [ATTRIBUTES.orgId]: ORG_B }, turn).end();
    turn.end();
    await processor.forceFlush();
    expect([...sink.rows.values()].map(({ orgId, spans }) => [orgId, spans.length])).toEqual([
      [ORG_B, 1],
      [ORG_A, 1],
    ]);
  });

  it('leaves out the last spans of a run with too many, and counts them', async () => {
    const increaseOf = await metricIncreases();
    const turn = startOfOrg('turn');
    for (let count = 0; count < 5_003; count += 1) start('tool', {}, turn).end();
    turn.end();
    await processor.forceFlush();
    expect(stored('tool')).toHaveLength(5_000);
    expect(stored('turn')).toHaveLength(1);
    expect(await increaseOf('turnpike_spans_dropped_total{reason="the run had too many"}')).toBe(3);
  });

  it.each([
    ['a parked turn', { [ATTRIBUTES.parked]: true }],
    ['a call that needs an approval', { [ATTRIBUTES.approval]: 'pending' }],
  ])('writes the span of %s as pending', async (_what, attributes) => {
    startOfOrg('waits', attributes).end();
    await processor.forceFlush();
    expect(stored('waits')[0]?.status).toBe('pending');
  });

  it('gives children the org, turn and conversation of their parent', async () => {
    const parent = startOfOrg('turn', {
      [ATTRIBUTES.turnId]: TURN,
      [ATTRIBUTES.conversationId]: CONVERSATION,
    });
    const child = start('tool', {}, parent);
    start('inner', { [ATTRIBUTES.agent]: 'other' }, child).end();
    child.end();
    parent.end();
    await processor.forceFlush();
    for (const name of ['tool', 'inner']) {
      expect(stored(name)).toEqual([
        expect.objectContaining({ orgId: ORG_A, turnId: TURN, conversationId: CONVERSATION }),
      ]);
    }
    expect(stored('inner')[0]?.parentSpanId).toBe(stored('tool')[0]?.spanId);
  });

  it('uses the org that is set on a parent later', async () => {
    const request = start('POST /v1/messages');
    const authenticate = start('authenticate', {}, request);
    request.setAttribute(ATTRIBUTES.orgId, ORG_A);
    authenticate.end();
    request.end();
    await processor.forceFlush();
    expect(sink.spans.map((row) => row.name).sort()).toEqual(['POST /v1/messages', 'authenticate']);
  });

  it('stores no span without an org', async () => {
    start('GET /health/live').end();
    start('wrong', { [ATTRIBUTES.orgId]: 'no uuid' }).end();
    await processor.forceFlush();
    expect(sink.calls).toEqual([]);
  });

  it('keeps spans during a database outage, in order, with the latest state of each', async () => {
    sink.away = true;
    const turn = startOfOrg('turn');
    await processor.forceFlush();
    startOfOrg('tool').end();
    turn.end();
    await processor.forceFlush();
    expect(sink.spans).toEqual([]);
    sink.away = false;
    await processor.forceFlush();
    expect(sink.spans.map(({ name, status }) => [name, status])).toEqual([
      ['tool', 'success'],
      ['turn', 'success'],
    ]);
  });

  it('drops and counts the oldest spans when the buffer is full', async () => {
    const increaseOf = await metricIncreases();
    open({ maxBufferedSpans: 3 });
    sink.away = true;
    for (const name of ['a', 'b', 'c', 'd', 'e']) startOfOrg(name).end();
    await processor.forceFlush();
    sink.away = false;
    await processor.forceFlush();
    expect(sink.spans.map((row) => row.name)).toEqual(['c', 'd', 'e']);
    expect(await increaseOf('turnpike_spans_dropped_total{reason="the buffer was full"}')).toBe(2);
  });

  it('drops only the row that the database refuses', async () => {
    const increaseOf = await metricIncreases();
    sink.refused = 'row-4';
    for (let index = 0; index < 9; index++) startOfOrg(`row-${index}`).end();
    await processor.forceFlush();
    expect(sink.spans.map((row) => row.name)).toEqual([...'01235678'].map((index) => `row-${index}`));
    expect(await increaseOf('turnpike_spans_dropped_total{reason="the database refused them"}')).toBe(1);
  });

  it('writes the remaining and the open spans at shutdown, even if the outage ends only then', async () => {
    startOfOrg('ended').end();
    startOfOrg('open');
    sink.away = true;
    const down = processor.shutdown();
    await new Promise((resolve) => setImmediate(resolve));
    sink.away = false;
    await down;
    expect(sink.spans.map(({ name, status }) => [name, status])).toEqual([
      ['ended', 'success'],
      ['open', 'running'],
    ]);
  });

  it('does not wait at shutdown for a database that never answers', async () => {
    open({ shutdownTimeoutMs: 20 });
    jest.spyOn(sink, 'write').mockReturnValue(new Promise<void>(() => undefined));
    startOfOrg('stuck').end();
    startOfOrg('open');
    await expect(processor.shutdown()).resolves.toBeUndefined();
  });

  it('applies the text policy of the org, and waits while it cannot be read', async () => {
    let known = false;
    open({
      textPolicyOf: async () => {
        if (!known) throw new DatabaseUnavailableError(new Error('away'));
        return 'omit';
      },
    });
    startOfOrg('chat', { [ATTRIBUTES.input]: 'private' }).end();
    await processor.forceFlush();
    expect(sink.calls).toEqual([]);
    known = true;
    await processor.forceFlush();
    expect(stored('chat')[0]).not.toHaveProperty('input');
  });

  it('keeps the start of a span if the platform clock is changed before its end', async () => {
    let offsetMs = 0;
    open({ clockOffsetMs: () => offsetMs });
    const span = startOfOrg('moved');
    await processor.forceFlush();
    const [running] = stored('moved');
    offsetMs = 86_400_000;
    span.end();
    await processor.forceFlush();
    expect(stored('moved')).toEqual([
      expect.objectContaining({ status: 'success', startedAt: running?.startedAt }),
    ]);
  });

  it('accepts any attribute', async () => {
    startOfOrg('odd\u0000name', {
      [ATTRIBUTES.inputTokens]: Number.NaN,
      [ATTRIBUTES.outputTokens]: 1e12,
      [ATTRIBUTES.costUsd]: Number.POSITIVE_INFINITY,
      [ATTRIBUTES.turnId]: 'no uuid',
      [ATTRIBUTES.toolCalls]: '{broken',
      [ATTRIBUTES.input]: { nested: ['object', '\ud800'] },
      [ATTRIBUTES.thoughtSteps]: 'x'.repeat(40_000),
      huge: 'y'.repeat(100_000),
    }).end();
    await processor.forceFlush();
    for (const name of ['promptTokens', 'costUsd']) expect(sink.spans[0]).not.toHaveProperty(name);
    expect(sink.spans[0]).toMatchObject({
      name: 'odd\uFFFDname',
      completionTokens: 2_147_483_647,
      turnId: null,
      toolCalls: '{broken',
      input: '{"nested":["object","\uFFFD"]}',
    });
    expect(JSON.stringify(sink.spans[0]).length).toBeLessThan(40_000);
  });
});
