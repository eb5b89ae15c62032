import { randomUUID } from 'node:crypto';
import { Insight } from '#memory';
import { platformTools } from '#tools';
import { type Tool, type ToolContext } from '#pack-kit';
import { agencyOrg, itRefuses } from '../testing/estio.fixture.ts';

const [retrieveContext, storeInsight] = ['retrieve_context', 'store_insight'].map((name) =>
  platformTools.find((tool) => tool.name === name),
) as [Tool, Tool];
interface Stored {
  insightId: string;
}
interface Recalled {
  insights: { text: string; ageDays: number }[];
}

describe('memory as tools', () => {
  const demo = agencyOrg({ per: 'test' });

  const context: Partial<ToolContext> = { contactId: 'contact-016' };
  const store = (args: Record<string, unknown>, change: Partial<ToolContext> = {}) =>
    demo.run<Stored>(storeInsight, args, { ...context, ...change });
  const recall = (args: Record<string, unknown>, change: Partial<ToolContext> = {}) =>
    demo.run<Recalled>(retrieveContext, args, { ...context, ...change });
  const rows = (contactId: string) => demo.rows(Insight, { contactId });

  it('stores nothing about a person who was erased while the embedding was calculated', async () => {
    const before = (await rows('contact-016')).length;
    const write: ToolContext['write'] = async (work) => {
      await demo.inOrg((tx) =>
        tx.execute(`UPDATE estio_contacts SET id = 'gone' WHERE org_id = $1 AND id = 'contact-016'`),
      );
      return demo.inOrg(work);
    };
    const told = { text: 'she enjoys a view of the sea', category: 'preference' };
    await expect(store(told, { write })).rejects.toThrow('There is no contact contact-016.');
    expect(await rows('contact-016')).toHaveLength(before);
  });

  it('counts the days since a statement by the calendar of the place', async () => {
    const at = new Date(demo.clock.now().getTime() - 12 * 3_600_000);
    await store({ text: 'enjoys the sea', category: 'preference' }, { said: { at, by: 'contact' } });
    // Half a day apart: in one time zone the statement was before noon, in the other after it.
    const ages = await Promise.all(
      ['Etc/GMT', 'Etc/GMT-12'].map(async (timezone) => {
        const { insights } = await recall({ query: 'Who enjoys the sea?' }, { timezone });
        return insights.find(({ text }) => text === 'enjoys the sea')?.ageDays;
      }),
    );
    expect(ages.toSorted()).toEqual([0, 1]);
  });

  it('stores conversation, deal, source and expiry', async () => {
    const conversationId = randomUUID();
    const stored = await store(
      {
        text: 'Abroad until the end of May',
        category: 'timeline',
        importance: '8',
        dealId: 'deal-002',
        source: 'user_noted',
        expiresAt: '2026-06-01T00:00:00',
      },
      { conversationId },
    );
    expect(stored).toMatchObject({ importance: 8, expiresAt: '2026-05-31T21:00:00.000Z' });
    const row = (await rows('contact-016')).find((insight) => insight.id === stored.insightId);
    expect(row).toMatchObject({ conversationId, subjectRef: 'deal-002', source: 'user_noted' });
  });

  it.each<[change: object, context: Partial<ToolContext>, errorClass: string, sentence: RegExp]>([
    [{ text: 'Her card is 4111 1111 1111 1111' }, {}, 'VALIDATION_FAILED', /card number/],
    [{ text: 'Passport K01234567' }, {}, 'VALIDATION_FAILED', /identity number/],
    [{ expiresAt: '2026-03-02T08:59:00Z' }, {}, 'VALIDATION_FAILED', /past/],
    [{ contactId: 'contact-999' }, {}, 'NOT_FOUND', /contact-999/],
    [{ dealId: 'deal-999' }, {}, 'NOT_FOUND', /deal-999/],
    [{ conversationId: 'x' }, {}, 'NOT_FOUND', /conversation x/],
    [{}, { contactId: undefined }, 'VALIDATION_FAILED', /which contact/],
    [{ contactId: 'contact-015' }, { caller: { kind: 'contact' } }, 'NOT_FOUND', /contact-015/],
    [{ importance: 0 }, {}, 'VALIDATION_FAILED', /importance/],
    [{ importance: 11 }, {}, 'VALIDATION_FAILED', /importance/],
    [{ category: 'gossip' }, {}, 'VALIDATION_FAILED', /category/],
    [{ text: 'ab' }, {}, 'VALIDATION_FAILED', /text/],
    [{ text: 'x'.repeat(1_001) }, {}, 'VALIDATION_FAILED', /text/],
    [{ source: 'me' }, {}, 'VALIDATION_FAILED', /source/],
  ])('stores nothing with %j and %j', async (change, of, errorClass, sentence) => {
    const before = await rows('contact-016');
    await expect(
      store({ text: 'Likes villas', category: 'preference', ...change }, of),
    ).rejects.toMatchObject({ errorClass, message: expect.stringMatching(sentence) });
    expect(await rows('contact-016')).toEqual(before);
  });

  itRefuses(
    (args) => recall({ query: 'beach', ...args }),
    [[{ query: '' }], [{ query: '  ' }], [{ query: 'x'.repeat(501) }], [{ limit: 0 }], [{ limit: 21 }]],
  );

  it('lets an end customer recall nothing about others', async () => {
    const customer = { caller: { kind: 'contact' as const } };
    await expect(recall({ query: 'beach', contactId: 'contact-015' }, customer)).rejects.toMatchObject({
      errorClass: 'NOT_FOUND',
    });
    expect(await recall({ query: 'beach' }, customer)).toMatchObject({
      count: 2,
      warnings: expect.arrayContaining([expect.stringContaining('not by meaning')]),
    });
  });
});
