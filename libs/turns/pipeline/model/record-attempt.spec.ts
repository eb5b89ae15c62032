import { withSpan } from '#telemetry';
import { spansDuring } from '../../testing/recorded-spans.ts';
import { attemptsRecordedOn } from './record-attempt.ts';

const asked = { provider: 'openai', tier: 'standard', durationMs: 5 } as const;

/** The attributes of the call, and the names of the attempts below it. */
async function recordedBy(work: (note: ReturnType<typeof attemptsRecordedOn>) => void) {
  const spans = await spansDuring(() =>
    withSpan('call', { kind: 'model', attributes: {} }, async (span) => work(attemptsRecordedOn(span))).catch(
      () => undefined,
    ),
  );
  const call = spans.find(({ name }) => name === 'call');
  const parts = spans.filter(
    ({ parentSpanContext }) => parentSpanContext?.spanId === call?.spanContext().spanId,
  );
  return { attributes: call?.attributes, parts: parts.map(({ name, status }) => [name, status.message]) };
}

it('the span of an unanswered call records models that failed or are in cooldown', async () => {
  const { attributes, parts } = await recordedBy((note) => {
    note({ ...asked, model: 'a', outcome: 'COOLDOWN', message: 'not known' });
    note({ ...asked, model: 'b', outcome: 'UNAVAILABLE', message: 'away' });
    throw new Error('nobody answered');
  });
  expect(attributes).toMatchObject({ 'turnpike.model.failed': ['a: not known', 'b: away'] });
  expect(parts).toEqual([['chat b', 'away']]);
});

it('the span records no failures if the first model answers, and is the only one', async () => {
  const { attributes, parts } = await recordedBy((note) => note({ ...asked, model: 'a', outcome: 'ok' }));
  expect(attributes).not.toHaveProperty('turnpike.model.failed');
  expect(parts).toEqual([]);
});

it('each attempt of a call has its span if a fallback answers', async () => {
  const { parts } = await recordedBy((note) => {
    note({ ...asked, model: 'a', outcome: 'RATE_LIMITED', message: 'slow down' });
    note({ ...asked, model: 'b', outcome: 'TIMEOUT', message: 'late' });
    note({ ...asked, model: 'c', outcome: 'ok' });
  });
  expect(parts.map(String)).toEqual(['chat a,slow down', 'chat b,late', 'chat c,']);
});
