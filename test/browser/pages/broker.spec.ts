import { brokerMissPage, consoleToolDetail } from '#contracts/console';
import { addDecision } from '../../../apps/admin/src/broker/broker-decision.fixture.ts';
import { eventually } from '../../harness/eventually.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const DAY_MS = 86_400_000;
const MISSED = 'check_calendar';
const MESSAGES = [
  'Which flats have a sea view and a lift?',
  'أريد منزلاً بحديقة في ليماسول بأقل من ٣٠٠ ألف يورو',
  'Compare the two villas for me, please',
  'Is there parking near the harbour flat?',
];

/** Two weeks in which the rate rises above 95 %. */
async function seed({ admin }: ConsolePages): Promise<void> {
  const now = Date.now();
  for (let day = 13; day >= 0; day -= 1) {
    for (let index = 0; index < 12; index += 1) {
      const misses = index < Math.max(0, Math.round((day - 2) / 3));
      await addDecision(admin.database, admin.orgA.id, {
        mode: day < 3 ? 'enforce' : 'shadow',
        language: index % 4 === 1 ? 'ar' : 'en',
        agent: ['searcher', 'closer', 'concierge'][index % 3],
        text: MESSAGES[index % MESSAGES.length],
        selected: misses ? [MISSED] : ['find'],
        missed: misses ? [MISSED] : [],
        reasons: misses
          ? {
              [MISSED]: 'not offered: beyond the 12 of TOOL_RAG_TOP_K, rank 17, score 0.31',
              find: 'offered: rank 12, score 0.44',
            }
          : {},
        ranks: misses
          ? {
              [MISSED]: { rank: 17, score: 0.31, newTool: false },
              find: { rank: 12, score: 0.44, newTool: false },
            }
          : {},
        lost: index === 5 ? 300 : 0,
        gaps: index === 7 && day % 4 === 0 ? ['nothing_ranked'] : [],
        at: new Date(now - day * DAY_MS - index * 60_000),
      });
    }
  }
}

describePages('the broker in the console', (pages) => {
  beforeAll(() => seed(pages));

  it('shows the rate over time, and where it is too low', async () => {
    const page = await pages.visit('platform', '/broker?org=org-a&days=30');
    await page.getByRole('figure', { name: /in the broker’s set/ }).waitFor();
    await page.getByText('In the broker’s set', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Grouped by' }).click();
    await page.getByRole('option', { name: 'Intent' }).click();
    await page.waitForURL(/by=intent/);
    await page.getByRole('cell', { name: 'general' }).waitFor();
  });

  it('shows the gate of the rollout, with the missing conditions', async () => {
    const page = await pages.visit('platform', '/broker?org=org-a');
    await page.getByRole('link', { name: 'closed', exact: true }).click();
    await page.waitForURL(/tab=modes/);
    await page.getByRole('heading', { name: 'Gate of enforce: closed' }).waitFor();
    const missing = page.getByRole('list', { name: 'Missing' });
    await missing.getByText(/^\d+ more turns with tool calls, measured in shadow/).waitFor();
    await missing.getByText(/^Fewer misses: \d+ of \d+ turns had one; 95.% allows \d+/).waitFor();
    await page.getByRole('link', { name: 'Open the flag' }).click();
    await page.waitForURL(/\/flags\/tool_broker/);
    // The gate covers all orgs: the same condition is missing for each selected org.
    const said: string[][] = [];
    for (const org of ['', 'org=org-a&', 'org=org-b&']) {
      await pages.visit('platform', `/broker?${org}tab=modes`);
      await page.getByRole('heading', { name: 'Gate of enforce: closed' }).waitFor();
      await missing.getByText('At least one org in shadow.').waitFor();
      said.push(await missing.getByRole('listitem').allTextContents());
    }
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  });

  it('reports no misses only if something was measured, and links to the next page', async () => {
    // The last day of the two weeks has no miss, the days before have some.
    const page = await pages.visit('admin', '/broker?tab=misses&days=1');
    await page.getByText('No miss in this range').waitFor();
    await page.getByText(/turns called tools\. The broker had chosen every called tool/).waitFor();
    await page.getByRole('button', { name: /Show the last 30 days: \d+ misses/ }).click();
    await page.getByRole('table', { name: 'Misses' }).waitFor();
    await pages.visit('admin', '/broker?tab=misses&days=1');
    await page.getByRole('button', { name: 'Tool gaps' }).click();
    await page.waitForURL(/tab=gaps/);
  });

  it('turns a miss into an example, which ranks the tool first for that message', async () => {
    const page = await pages.visit('admin', '/broker?tab=misses&days=30');
    const { items } = await pages.read('admin', '/admin/broker/misses?days=30', brokerMissPage);
    const message = items[0]?.message ?? '';
    await row(page, message).click();
    const peek = page.getByRole('region', { name: 'Miss' });
    await peek.getByText('beyond the 12 of TOOL_RAG_TOP_K, rank 17').waitFor();
    await peek.getByText('rank 12, score 0.44 (this one: rank 17, score 0.31)').waitFor();
    await peek.getByText('its tier is deferred').waitFor();
    await page.keyboard.press('k');
    await page.getByRole('button', { name: `Add as an example of ${MISSED}` }).click();
    await page.getByText(/Example added to check_calendar/).waitFor();
    const tool = await pages.read('admin', `/admin/tools/${MISSED}`, consoleToolDetail);
    expect(tool.org?.override.examples).toContain(message);
    await pages.visit('admin', `/tools/${MISSED}?tab=query`);
    await page.getByLabel('Message').fill(message);
    const first = page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /^1 / });
    // Every process applies an edit within two seconds.
    await eventually(async () => {
      await page.getByRole('button', { name: 'Rank' }).click();
      await first.filter({ hasText: MISSED }).waitFor({ timeout: 500 });
    });
  });

  it('looks right', async () => {
    await pages.looksRight('broker', '/broker?org=org-a&days=30', (page) =>
      page.getByRole('table', { name: /Figures by/ }).waitFor(),
    );
    await pages.looksRight('broker-misses', '/broker?org=org-a&days=30&tab=misses', async (page) => {
      await page.getByRole('table', { name: 'Misses' }).waitFor();
      await page.keyboard.press('j');
      await page.getByRole('region', { name: 'Miss' }).waitFor();
    });
    await pages.looksRight('broker-modes', '/broker?org=org-a&days=30&tab=modes', (page) =>
      page.getByRole('table', { name: 'Shadow and enforce compared' }).waitFor(),
    );
  });
});
