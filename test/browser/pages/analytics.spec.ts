import { savedAnalyticsQueries } from '#contracts/console';
import { Rollups } from '#analytics';
import { addDecision } from '../../../apps/admin/src/broker/broker-decision.fixture.ts';
import { eventually } from '../../harness/eventually.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const DAY_MS = 86_400_000;
const MISSED = 'reserve_viewing';

async function seed({ admin }: ConsolePages): Promise<void> {
  const now = Date.now();
  for (let day = 5; day >= 0; day -= 1) {
    for (let index = 0; index <= day; index += 1) {
      const at = new Date(now - day * DAY_MS);
      await addDecision(admin.database, admin.orgA.id, { selected: [MISSED, 'find'], missed: [MISSED], at });
    }
  }
  await admin.app.get(Rollups).roll();
}

describePages('the analytics of the console', (pages) => {
  beforeAll(() => seed(pages));

  it('goes from sign-in to the tool that the broker missed most last week', async () => {
    const page = await pages.visit('analyst', '/analytics');
    await page.getByRole('region', { name: 'Chart' }).waitFor();
    await page.getByRole('button', { name: 'Queries' }).click();
    await page.getByRole('menuitem', { name: 'Most missed tools' }).click();
    await row(page, MISSED).waitFor();
    expect(new URL(page.url()).searchParams.get('by')).toBe('tool');
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.getByText('SQL', { exact: true }).click();
    await page.getByText('FROM analytics.tool_choices v').first().waitFor();
    await page.getByRole('link', { name: 'Messages behind these misses' }).click();
    await page.getByText(MISSED).first().waitFor();
  });

  it('keeps a shared query, and opens it', async () => {
    const page = await pages.visit('member', '/analytics?measures=turns&by=channel&days=7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name').fill('Turns by channel');
    await page.getByLabel(/Share with everyone/).check();
    await page.getByRole('button', { name: 'Save query' }).click();
    await eventually(async () => {
      const { items } = await pages.read('analyst', '/admin/analytics/queries', savedAnalyticsQueries);
      expect(items.map(({ name, parameters }) => [name, parameters.by])).toEqual([
        ['Turns by channel', 'channel'],
      ]);
    });
    const other = await pages.visit('analyst', '/analytics');
    await other.getByRole('button', { name: 'Queries' }).click();
    await other.getByRole('menuitem', { name: /Turns by channel/ }).click();
    await row(other, 'chat').waitFor();
  });

  it('looks right, over time and by name', async () => {
    await pages.looksRight('analytics', '/analytics?org=org-a', (page) =>
      page.getByRole('figure', { name: /Turns/ }).waitFor(),
    );
    await pages.looksRight(
      'analytics-tools',
      '/analytics?org=org-a&measures=brokerMisses&by=tool&compare=true',
      (page) => row(page, MISSED).waitFor(),
    );
  });
});
