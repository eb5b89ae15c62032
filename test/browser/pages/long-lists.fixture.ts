import { randomUUID } from 'node:crypto';
import { seedInsights } from '#memory';
import { embedOffline } from '#models';
import { addTurn } from '../../../apps/admin/src/console-rows.fixture.ts';
import { addDecision } from '../../../apps/admin/src/broker/broker-decision.fixture.ts';
import { eventually } from '../../harness/eventually.ts';
import type { ConsolePages } from '../pages.fixture.ts';

const COLLECTOR = 'collector';
/** More than two pages of a list. */
const INSIGHTS = 230;
const GAPS = 120;

/** What one contact said over the years, a gap of each of many kinds, and the conversation of that contact. */
async function seed({ admin }: ConsolePages): Promise<{ conversationId: string }> {
  const { database, orgA } = admin;
  const turn = await addTurn(database, { orgId: orgA.id, contact: COLLECTOR });
  const rows = Array.from({ length: INSIGHTS }, (_, index) => {
    const text = `Collects stamps of the year ${1700 + index}`;
    return {
      id: randomUUID(),
      contactId: COLLECTOR,
      category: 'preference' as const,
      importance: 5,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
      embedded: { text, model: 'offline-ngrams-2', embedding: embedOffline(text) },
    };
  });
  await database.forOrg(orgA.id, (tx) => seedInsights(tx, rows));
  for (let index = 0; index < GAPS; index += 1)
    await addDecision(database, orgA.id, {
      text: `qx${index.toString(36)}zv`,
      selected: [],
      gaps: ['said_no_tool'],
    });
  return turn;
}

/** Lists that are longer than a page of theirs. */
export function longLists(pages: ConsolePages): void {
  describe('A list that is longer than a page', () => {
    let conversationId: string;
    beforeAll(async () => {
      ({ conversationId } = await seed(pages));
    });

    it.each([
      ['Insights', `/memory?contact=${COLLECTOR}`, `${INSIGHTS}, that is all`],
      ['Insights', `/memory?contact=${COLLECTOR}&q=stamps`, 'The 100 closest. What fits less is found'],
      ['Tool gaps', '/requests?tab=gaps&kind=said_no_tool', `${GAPS}, that is all`],
    ])('is read to its end, which says what is not there: %s of %s', async (label, address, says) => {
      const page = await pages.visit('admin', address);
      const list = page.getByRole('group', { name: `${label}, list` });
      await list.waitFor();
      await eventually(async () => {
        await list.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight }));
        expect(await page.getByText(says).count()).toBe(1);
      });
    });

    it('goes on in a drawer: what is remembered of a contact', async () => {
      const page = await pages.visit('admin', `/conversations/${conversationId}?drawer=memory`);
      const older = page.getByRole('button', { name: 'Older insights' });
      await older.click();
      await page.getByText('Collects stamps of the year 1800').waitFor();
      await older.click();
      await page.getByText('Collects stamps of the year 1700').waitFor();
      expect(await older.count()).toBe(0);
    });
  });
}
