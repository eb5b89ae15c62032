import type { ArtifactReadModel } from '#artifacts';
import type { ApiCaller } from '#identity';
import type { ConversationSummaries } from '#turns';
import { SummaryController } from './summary.controller.ts';

/** A model that never answers: it only ever hears that nobody waits any more. */
const silent = {
  summarizeNow: (_orgId: string, _conversationId: string, signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
} as unknown as ConversationSummaries;

describe('a summary that takes too long', () => {
  it('says when to ask again', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => timeout(1));
    const controller = new SummaryController(silent, {} as ArtifactReadModel);
    const asked = controller.summarize({ orgId: 'o' } as ApiCaller, { conversationId: 'c' });
    await expect(asked).rejects.toMatchObject({
      code: 'SUMMARY_TIMEOUT',
      kind: 'unavailable',
      retryAfterMs: 30_000,
    });
  });
});
