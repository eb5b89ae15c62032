import { withSpan } from '#telemetry';
import { spansDuring } from '../../testing/recorded-spans.ts';
import { attemptsRecordedOn } from './record-attempt.ts';

const asked = { provider: 'openai', tier: 'standard', durationMs: 5 } as const;

async function attributesOf(work: (note: ReturnType<typeof attemptsRecordedOn>) => void) {
  const [span] = await spansDuring(() =>
    withSpan('chat', { kind: 'model', attributes: {} }, async (span) => work(attemptsRecordedOn(span))).catch(
      () => undefined,
    ),
  );
  return span?.attributes;
}

it('the span of an unanswered call records models that failed or are in cooldown', async () => {
  const attributes = await attributesOf((note) => {
    note({ ...asked, model: 'a', outcome: 'COOLDOWN', message: 'not known' });
    note({ ...asked, model: 'b', outcome: 'UNAVAILABLE', message: 'away' });
    throw new Error('nobody answered');
  });
  expect(attributes).toMatchObject({ 'turnpike.model.failed': ['a: not known', 'b: away'] });
});

it('the span records no failures if the first model answers', async () => {
  const attributes = await attributesOf((note) => note({ ...asked, model: 'a', outcome: 'ok' }));
  expect(attributes).not.toHaveProperty('turnpike.model.failed');
});
