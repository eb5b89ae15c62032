import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from './browser.fixture.ts';
import type { ConsolePages } from './pages.fixture.ts';

/** Each page with data, by its address and the content that shows that it has loaded. */
export const PAGES: [name: string, address: string, shows: string][] = [
  ['overview', '/overview', 'Alerts'],
  ['traces', '/traces', 'Success'],
  ['inbox', '/inbox?org=org-a', 'send_email'],
  ['flags', '/flags?selected=org-a', '2 orgs and the platform default'],
  ['flags-list', '/flags?tab=list', 'tool_broker'],
  ['flag', '/flags/tool_broker?org=org-a', 'Pinned conversations'],
  ['cost', '/models?org=org-a&by=task', 'or have no trace'],
  ['budgets', '/models?org=org-a&tab=budgets', 'A month'],
  ['models', '/models?org=org-a&tab=registry', 'gpt-5.4-mini'],
  ['provider-keys', '/models?org=org-a&tab=keys', 'Provider keys'],
  ['circuits', '/models?tab=circuits', 'timeout after 20 s'],
  ['settings', '/settings?org=org-a', 'MODEL_ROUNDS'],
  ['webhooks', '/settings?org=org-a&tab=webhooks', 'crm.example'],
  ['users', '/users?org=org-a', 'analyst@a.example'],
  ['invitations', '/users?org=org-a&tab=invitations', 'nadia@a.example'],
  ['api-keys', '/users?org=org-a&tab=keys', 'Website chat'],
  ['audit', '/audit?org=org-a', 'a fifth of them'],
  ['memory', '/memory?org=org-a', 'sea view'],
  ['knowledge', '/knowledge?org=org-a', 'Commission'],
  ['requests', '/requests?org=org-a', 'Drone videos'],
  ['gaps', '/requests?org=org-a&tab=gaps', 'no tool ranked'],
];

/** Every page with the data of the seed, before a test changes it. */
export function everyPageIsReadable(pages: ConsolePages): void {
  it.each(PAGES)('%s is readable', (name, address, shows) =>
    pages.looksRight(name, address, async (page) => {
      await page.getByText(shows).first().waitFor();
      await until(page, `document.querySelector('[role="status"] .mantine-Loader-root') === null`);
    }),
  );
}

/** The same pages of an empty org, with the text that each shows then. */
export const EMPTY_PAGES: [address: string, says: string][] = [
  ['/overview', 'No alerts.'],
  ['/inbox', 'No pending decisions'],
  ['/models', 'No spend in this range'],
  ['/models?tab=budgets', 'No limit.'],
  ['/models?tab=keys', 'This org has no key of its own'],
  ['/settings?tab=webhooks', 'No deliveries yet'],
  ['/users?tab=invitations', 'No open invitation'],
  ['/users?tab=keys', 'No API keys yet'],
  ['/memory', 'No insights yet'],
  ['/knowledge', 'No facts yet'],
  ['/requests', 'No requests yet'],
  ['/requests?tab=gaps', 'No tool gap in this range'],
  ['/conversations', 'No conversation yet'],
  ['/traces', 'No trace in this range'],
  ['/broker', 'No data yet'],
  ['/broker?tab=misses', 'No data in this range'],
  ['/broker?tab=rankers', 'No trained ranker yet'],
  ['/analytics?measures=toolCalls&by=tool', 'No rows.'],
];

/** Lists are downloaded as a file with all rows that match the filters. */
export function listsAreDownloaded(
  open: (address: string, shows: string) => Promise<unknown>,
  page: () => Page,
): void {
  it.each([
    ['users.csv', '/users?org=org-a', 'analyst@a.example'],
    ['requests.csv', '/requests?org=org-a', 'Drone videos of plots'],
    ['tool-gaps.csv', '/requests?org=org-a&tab=gaps', 'no tool ranked'],
    ['invitations.csv', '/users?org=org-a&tab=invitations', 'nadia@a.example'],
    ['api-keys.csv', '/users?org=org-a&tab=keys', 'Website chat'],
    ['settings.csv', '/settings?org=org-a&q=model_rounds', 'MODEL_ROUNDS', 'TOOL_RAG_TOP_K'],
    ['webhook-deliveries.csv', '/settings?org=org-a&tab=webhooks', 'crm.example'],
    ['misses.csv', '/broker?org=org-a&tab=misses', 'Can you order a drone video of the plot?'],
    ['flags.csv', '/flags?tab=list&q=tool_broker', 'tool_broker', 'semantic_memory'],
    ['flags.csv', '/flags?q=org-a', 'tool_broker', 'org-b'],
  ])('downloads a list: %s of %s', async (file, address, shows, leftOut = 'no such words') => {
    await open(address, shows);
    const started = page().waitForEvent('download');
    await page().getByRole('button', { name: 'Download as CSV' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(file);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(shows);
    expect(text).not.toContain(leftOut);
  });
}
