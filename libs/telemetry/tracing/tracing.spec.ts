import path from 'node:path';
import { context, propagation, trace, type Attributes } from '@opentelemetry/api';
import protobuf from 'protobufjs';
import { FixedClock } from '#config';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { ATTRIBUTES } from '../attributes.ts';
import { ORG_A, ORG_B } from '../testing/span.fixture.ts';
import { MemoryTraceSink } from '../testing/memory-trace-sink.fixture.ts';
import { startTracing } from './tracing.ts';
import {
  contextFrom,
  currentTraceparent,
  exportPart,
  recordSpan,
  traceIdOf,
  withSpan,
  type SpanOptions,
} from './with-span.ts';

const CALLER_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${CALLER_TRACE}-b7ad6b7169203331-00`;

const OF_ORG = { [ATTRIBUTES.orgId]: ORG_A };

/** The protocol as its authors define it: opentelemetry-proto, unchanged. */
const protocol = new protobuf.Root();
protocol.resolvePath = (_, file) => path.resolve('libs/telemetry/testing/opentelemetry-proto', file);
protocol.loadSync('opentelemetry/proto/collector/trace/v1/trace_service.proto');
const REQUEST = protocol.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');

/** A request as a receiver reads it. What the protocol does not define is lost. */
function readBack(sent: object): OtlpTraces {
  const read = REQUEST.decode(REQUEST.encode(REQUEST.fromObject(sent)).finish());
  return REQUEST.toObject(read, { longs: String, bytes: String, arrays: true }) as OtlpTraces;
}

/** OTLP as JSON with the values of protobuf's JSON: ids are hexadecimal in OTLP. */
const withBase64 = (key: string, value: unknown) => {
  if (/(?:trace|span)Id$/i.test(key)) return Buffer.from(String(value), 'hex').toString('base64');
  return key === 'intValue' ? String(value) : value;
};

/** The fields that the tests read of OTLP over HTTP as JSON (opentelemetry-proto, `ExportTraceServiceRequest`). */
type OtlpTraces = { resourceSpans: { resource: OtlpResource; scopeSpans: OtlpScope[] }[] };
type OtlpResource = { attributes: { key: string; value: Record<string, unknown> }[] };
type OtlpScope = { schemaUrl?: string; spans: (OtlpResource & { spanId: string })[] };
/** Numbers of `Span.SpanKind`. */
const [INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER] = [1, 2, 3, 4, 5];
const valuesOf = (of: OtlpResource | undefined) =>
  Object.fromEntries(of?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);

describe('tracing', () => {
  it('records a trace across processes, even if its caller did not sample it', async () => {
    const sink = new MemoryTraceSink();
    const tracing = startTracing({ serviceName: 'test', traceSink: sink });
    const incoming = propagation.extract(context.active(), { traceparent: CALLER });
    const kept = await withSpan(
      'accept',
      { kind: 'http', parent: incoming, attributes: OF_ORG },
      // A request is stored for its steps.
      () => withSpan('step', { kind: 'load' }, async () => undefined).then(currentTraceparent),
    );
    expect(traceIdOf(kept ?? '')).toBe(CALLER_TRACE);
    const work = withSpan('turn', { kind: 'turn', parent: contextFrom(kept), attributes: OF_ORG }, () =>
      withSpan('tool', { kind: 'tool' }, async () => {
        throw new RangeError('too far');
      }),
    );
    await expect(work).rejects.toThrow('too far');
    await tracing.shutdown();
    const byName = Object.fromEntries(sink.spans.map((row) => [row.name ?? '', row]));
    expect(byName.accept).toMatchObject({ traceId: CALLER_TRACE, parentSpanId: 'b7ad6b7169203331' });
    expect(byName.turn).toMatchObject({ traceId: CALLER_TRACE, parentSpanId: byName.accept?.spanId });
    expect(byName.tool).toMatchObject({
      parentSpanId: byName.turn?.spanId,
      orgId: ORG_A,
      status: 'error',
      errorMessage: 'too far',
      attributes: { [ATTRIBUTES.errorType]: 'RangeError' },
    });
  });

  it('records nothing before its start and after its end', async () => {
    const tracing = startTracing({ serviceName: 'test', traceSink: new MemoryTraceSink() });
    await tracing.shutdown();
    await tracing.shutdown();
    await withSpan('nobody', { kind: 'job' }, async (span) => expect(span.isRecording()).toBe(false));
  });

  it('continues for the first app after a second app in the same process has ended', async () => {
    const [first, second] = [new MemoryTraceSink(), new MemoryTraceSink()];
    const one = startTracing({ serviceName: 'one', traceSink: first });
    const two = startTracing({ serviceName: 'two', traceSink: second });
    const make = (name: string) => withSpan(name, { kind: 'job', attributes: OF_ORG }, async () => undefined);
    await make('a');
    await two.shutdown();
    await make('b');
    await one.shutdown();
    expect([first.spans.map((row) => row.name), second.spans.map((row) => row.name)]).toEqual([['b'], ['a']]);
  });

  it('stores the times of a changed clock', async () => {
    const sink = new MemoryTraceSink();
    const clock = new FixedClock(new Date('2026-01-15T12:00:00Z'));
    const tracing = startTracing({ serviceName: 'test', traceSink: sink, clock });
    const stored = async (name: string) => {
      await withSpan(name, { kind: 'turn', attributes: OF_ORG }, async () => undefined);
      await tracing.flush();
      return Date.parse(sink.spans.find((span) => span.name === name)?.startedAt ?? '');
    };
    expect(Math.abs((await stored('then')) - clock.now().getTime())).toBeLessThan(1_000);
    clock.set(new Date('2026-01-19T08:00:00Z'));
    expect(Math.abs((await stored('days later')) - clock.now().getTime())).toBeLessThan(1_000);
    const waitedFrom = new Date(clock.now().getTime() - 2_000);
    recordSpan('waited', { kind: 'queue', attributes: OF_ORG }, waitedFrom, clock.now());
    await tracing.shutdown();
    const waited = sink.spans.find((span) => span.name === 'waited');
    expect(Math.abs(Date.parse(waited?.startedAt ?? '') - waitedFrom.getTime())).toBeLessThan(1_000);
    expect(waited?.latencyMs).toBe(2_000);
  });

  it.each([undefined, null, '', 'nonsense', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`])(
    'begins a trace of its own from the traceparent %j',
    (traceparent) => {
      expect(trace.getSpanContext(contextFrom(traceparent))).toBeUndefined();
    },
  );

  describe('to a collector', () => {
    let collector: LocalServer;
    let sent: object[];
    let bodies: OtlpTraces[];
    let endpoint: string;

    beforeAll(async () => {
      collector = await LocalServer.start(({ body }, response) => {
        sent.push(JSON.parse(body, withBase64) as object);
        bodies = sent.map(readBack);
        response.setHeader('content-type', 'application/json').end('{}');
      });
      endpoint = `${collector.url}/`;
    });

    beforeEach(() => {
      [sent, bodies] = [[], []];
    });
    afterEach(() => expect(bodies).toMatchObject(sent));
    afterAll(() => collector.stop());

    it('sends spans as the trace store keeps them: redacted, and without texts that an org omits', async () => {
      const tracing = startTracing({
        serviceName: 'turnpike-test',
        otlpEndpoint: endpoint,
        textPolicyOf: async (orgId) => (orgId === ORG_B ? 'omit' : 'store'),
      });
      const chat = (orgId: string, input: string) =>
        withSpan(
          'chat',
          {
            kind: 'model',
            attributes: { [ATTRIBUTES.orgId]: orgId, [ATTRIBUTES.input]: input, [ATTRIBUTES.prompt]: input },
          },
          async (span) => {
            span.recordException(new Error('Bearer abcdefghijklmnop'));
          },
        );
      await chat(ORG_A, 'public words and sk-abcdefghijklmnopqrstuv');
      await chat(ORG_B, 'private words');
      await tracing.shutdown();
      const received = JSON.stringify(bodies);
      expect(received).toContain('turnpike-test');
      expect(received).toContain('public words and [redacted]');
      expect(received).not.toMatch(/abcdefghijklmnop|private words/);
    });

    const scopes = () => bodies.flatMap((body) => body.resourceSpans.flatMap((one) => one.scopeSpans));
    const spans = () => scopes().flatMap((scope) => scope.spans);
    const model = (provider: string, requestModel: string) => ({
      [ATTRIBUTES.provider]: provider,
      [ATTRIBUTES.requestModel]: requestModel,
    });

    it.each<[SpanOptions['kind'], Attributes, number, string, Attributes]>([
      ['http', { [ATTRIBUTES.httpRoute]: '/v1/turns' }, SERVER, 'x', {}],
      ['http', {}, CLIENT, 'x', {}],
      ['queue', {}, PRODUCER, 'x', { 'messaging.operation.type': 'send' }],
      ['turn', {}, CONSUMER, 'x', { 'messaging.operation.type': 'process' }],
      ['job', {}, CONSUMER, 'x', { 'messaging.operation.type': 'process' }],
      ['model', model('google', 'b'), CLIENT, 'chat b', { 'gen_ai.provider.name': 'gcp.gemini' }],
      ['model', model('openai', 'c'), CLIENT, 'chat c', model('openai', 'c')],
      ['model', model('offline', 'd'), INTERNAL, 'chat d', {}],
      ['model', {}, INTERNAL, 'x', {}],
      ['tool', {}, INTERNAL, 'x', { 'gen_ai.tool.type': 'function' }],
      ['broker', {}, INTERNAL, 'x', {}],
    ])('sends %s %j with the kind and the names of the conventions', async (own, given, kind, name, seen) => {
      const tracing = startTracing({ serviceName: 'test', otlpEndpoint: endpoint });
      await withSpan('x', { kind: own, attributes: given }, async () => undefined);
      await tracing.shutdown();
      expect(spans()).toMatchObject([{ name, kind }]);
      expect(valuesOf(spans()[0])).toMatchObject(seen);
      expect(scopes()[0]?.schemaUrl).toBe('https://opentelemetry.io/schemas/1.40.0');
    });

    it('names the process, and takes the resource from the environment', async () => {
      const resourceOf = async () => {
        const tracing = startTracing({ serviceName: 'turnpike-worker', otlpEndpoint: endpoint });
        await withSpan('x', { kind: 'job' }, async () => undefined);
        await tracing.shutdown();
        return valuesOf(bodies.at(-1)?.resourceSpans[0]?.resource);
      };
      const own = await resourceOf();
      expect(own['service.name']).toBe('turnpike-worker');
      expect(own['service.instance.id']).toMatch(/^[\da-f-]{36}$/);
      process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=staging,service.instance.id=pod-1';
      process.env.OTEL_SERVICE_NAME = 'chat';
      try {
        expect(await resourceOf()).toMatchObject({
          'service.name': 'chat',
          'service.instance.id': 'pod-1',
          'deployment.environment.name': 'staging',
        });
      } finally {
        delete process.env.OTEL_RESOURCE_ATTRIBUTES;
        delete process.env.OTEL_SERVICE_NAME;
      }
    });

    it('sends a part of a call that the stored trace does not have', async () => {
      const traceSink = new MemoryTraceSink();
      const tracing = startTracing({ serviceName: 'test', otlpEndpoint: endpoint, traceSink });
      await withSpan('chat b', { kind: 'model', attributes: OF_ORG }, async (span) => {
        const attributes = model('openai', 'a');
        const part = { kind: 'model', parent: span, durationMs: 20, attributes } as const;
        exportPart('chat a', part, { type: 'MODEL_UNAVAILABLE', message: 'away' });
      });
      await tracing.shutdown();
      expect(traceSink.spans.map(({ name }) => name)).toEqual(['chat b']);
      const [part, call] = spans();
      expect(part).toMatchObject({ name: 'chat a', parentSpanId: call?.spanId, status: { code: 2 } });
      expect(valuesOf(part)).toMatchObject({ 'error.type': 'MODEL_UNAVAILABLE', [ATTRIBUTES.orgId]: ORG_A });
    });

    it('does not prevent the process from ending if the collector is unreachable', async () => {
      const tracing = startTracing({ serviceName: 'test', otlpEndpoint: 'http://127.0.0.1:9' });
      await withSpan('lost', { kind: 'job' }, async () => undefined);
      await tracing.shutdown();
    });
  });
});
