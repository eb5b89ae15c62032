import type { ConsoleSpan, ConsoleTrace } from '#contracts/console';
import { mayRun } from './trace-queries.ts';

const traceOf = (span: Partial<ConsoleSpan>, startedAt = new Date()) =>
  ({
    startedAt: startedAt.toISOString(),
    spans: [{ startMs: 0, durationMs: null, ...span }],
  }) as ConsoleTrace;

test('follows a trace while a span runs, but not a span whose end was never recorded', () => {
  expect(mayRun(traceOf({ status: 'running' }))).toBe(true);
  expect(mayRun(traceOf({ status: 'error' }))).toBe(false);
  expect(mayRun(traceOf({ status: 'running' }, new Date(Date.now() - 2 * 3_600_000)))).toBe(false);
});
