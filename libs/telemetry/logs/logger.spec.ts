import { Writable } from 'node:stream';
import { trace } from '@opentelemetry/api';
import fc from 'fast-check';
import pino, { type Logger } from 'pino';
import { forAll } from '../../../test/harness/for-all.ts';
import { ATTRIBUTES } from '../attributes.ts';
import { httpLoggerOptions, loggerOptions } from './logger.ts';
import { ORG_A, TURN } from '../testing/span.fixture.ts';
import { MemoryTraceSink } from '../testing/memory-trace-sink.fixture.ts';
import { startTracing } from '../tracing/tracing.ts';
import { withSpan } from '../tracing/with-span.ts';

describe('the logger', () => {
  let lines: string[];
  let logger: Logger;
  const last = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;

  beforeEach(() => {
    lines = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    logger = pino(loggerOptions({ level: 'info', serviceName: 'turnpike-test' }), destination);
  });

  it('writes one JSON line without secrets in message, fields, child loggers and errors', () => {
    logger.info(
      { apiKey: 'x', nested: { list: [{ password: 'y' }] }, keep: 1 },
      'used sk-abcdefghijklmnopqrstuv',
    );
    expect(lines).toHaveLength(1);
    expect(last()).toMatchObject({
      level: 'info',
      service: 'turnpike-test',
      msg: 'used [redacted]',
      apiKey: '[redacted]',
      nested: { list: [{ password: '[redacted]' }] },
      keep: 1,
    });
    logger.child({ token: 'secret-token', part: 'a' }).warn('child');
    expect(last()).toMatchObject({ token: '[redacted]', part: 'a', level: 'warn' });
    logger.error({ err: new Error('postgres://u:pass@db refused') }, 'failed %s', 'Bearer abcdefghijklmnop');
    expect(last()).toMatchObject({
      msg: 'failed Bearer [redacted]',
      err: { message: 'postgres://u:[redacted]@db refused' },
    });
    expect(lines.join('')).not.toMatch(/abcdefghijklmnop|secret-token|:pass@/);
    logger.error(new Error('Bearer abcdefghijklmnop'));
    expect(last()).toMatchObject({ err: { message: 'Bearer [redacted]', type: 'Error' } });
    expect(lines.join('')).not.toMatch(/abcdefghijklmnop/);
  });

  it('keeps any text of others within its field and its line (property)', () => {
    const [terminal, json] = ['\u001b[2K\u001b[31m¦\u009b2J¦\u007f', '{"level":"fatal","msg":"forged"}'];
    const pieces = fc.constantFrom(
      ...`\n¦\r\n¦\u0085¦\u2028¦\u2029¦${terminal}¦\\¦"¦", "¦${json}¦"}\n${json}\n¦"password": "`.split('¦'),
      ...'token=¦Bearer ¦%s%j¦-----BEGIN PRIVATE KEY-----¦Cookie: a\r\n¦https://a:¦x-api-key: '.split('¦'),
    );
    const texts = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 6 })
      .map((parts) => parts.join(''));
    forAll(1_000, texts, (text) => {
      lines.length = 0;
      const fields = { contact: text, headers: { 'x-name': text }, [`of ${text}`]: 1, err: new Error(text) };
      logger.child({ tool: text }).warn(fields, text);
      expect(lines).toEqual([expect.stringMatching(/^[^\p{Cc}\u2028\u2029]+\n$/u)]);
      const { err, headers, ...line } = last();
      expect(line).toMatchObject({ level: 'warn', service: 'turnpike-test', msg: expect.any(String) });
      expect(Object.keys(line)).toHaveLength(7);
      expect([err, headers]).toMatchObject([{ type: 'Error' }, { 'x-name': expect.any(String) }]);
      expect(line).not.toHaveProperty('password');
    });
  });

  it('adds the ids of the active span, turn and org', async () => {
    const tracing = startTracing({ serviceName: 'test', traceSink: new MemoryTraceSink() });
    const attributes = { [ATTRIBUTES.orgId]: ORG_A, [ATTRIBUTES.turnId]: TURN };
    await withSpan('turn', { kind: 'turn', attributes }, async () => {
      logger.info('inside');
      const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {};
      expect(last()).toMatchObject({ traceId, spanId, orgId: ORG_A, turnId: TURN });
    });
    logger.info('outside');
    expect(last()).not.toHaveProperty('traceId');
    await tracing.shutdown();
  });
});

describe('the log of requests', () => {
  const { customLogLevel } = httpLoggerOptions({
    level: 'info',
    serviceName: 'turnpike-test',
    quietRoutes: /^\/admin\//,
  });

  it.each([
    ['GET', '/admin/turns?org=a', 200, 'debug'],
    ['GET', '/admin/turns', 304, 'debug'],
    ['GET', '/health/ready', 200, 'debug'],
    ['GET', '/metrics', 200, 'debug'],
    ['GET', '/admin/turns', 404, 'info'],
    ['GET', '/admin/turns', 500, 'error'],
    ['GET', '/health/ready', 503, 'warn'],
    ['POST', '/admin/session', 200, 'info'],
    ['GET', '/v1/turns', 200, 'info'],
  ])('logs %s %s with status %d at level %s', (method, url, statusCode, level) => {
    expect(customLogLevel?.({ method, url } as never, { statusCode } as never, undefined)).toBe(level);
  });
});
