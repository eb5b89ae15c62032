import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { seedInsights } from '#memory';
import { embedOffline } from '#models';
import { addTurn } from '../../../apps/admin/src/console-rows.fixture.ts';
import { addDecision } from '../../../apps/admin/src/broker/broker-decision.fixture.ts';
import { eventually } from '../../harness/eventually.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const COLLECTOR = 'collector';
/** More than two pages of a list. */
const INSIGHTS = 230;
const GAPS = 120;
const USERS = 230;
/** More rows than an earlier limit of the download. */
const OUTBOX_TASKS = 10_250;

/** A page of an export of outbox tasks. */
const EXPORT = /\/admin\/outbox-tasks\?.*limit=200/;

/** The messages of one contact over the years, many kinds of tool gaps, and the contact's conversation. */
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
  await database.forOrg(orgA.id, (tx) =>
    tx.execute(
      `INSERT INTO outbox_tasks (org_id, id, job, key, traceparent, payload, state, attempts, run_at, created_at, finished_at)
       SELECT $1, gen_random_uuid(), 'summarize', 'long-list-' || n, '', '{}', 'done', 1, at, at, at
         FROM generate_series(1, $2) n, LATERAL (SELECT date_trunc('second', now()) - n / 3 * interval '1 second' AS at) moment`,
      [OUTBOX_TASKS],
    ),
  );
  await database.forOrg(orgA.id, (tx) =>
    tx.execute(
      `INSERT INTO users (id, org_id, name, handle, role, created_at)
       SELECT gen_random_uuid(), $1, 'Colleague ' || n, 'colleague-' || n, 'member', now() - n * interval '1 day'
         FROM generate_series(1, $2) n`,
      [USERS],
    ),
  );
  return turn;
}

/** Downloads the listed rows. @returns the lines of the file */
async function downloadedLines(page: Page, file: string): Promise<string[]> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(file);
  return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
}

/** Lists that are longer than one page. */
describePages('a list longer than a page, in the console', (pages) => {
  let conversationId: string;
  beforeAll(async () => {
    ({ conversationId } = await seed(pages));
  });

  it.each([
    ['Insights', `/memory?contact=${COLLECTOR}`, `Insights: ${INSIGHTS} in total`],
    ['Insights', `/memory?contact=${COLLECTOR}&q=stamps`, 'The 100 closest matches.'],
    ['Tool gaps', '/requests?tab=gaps&kind=said_no_tool', `Tool gaps: ${GAPS} in total`],
  ])('loads to its end, with few rows in the page: %s of %s', async (label, address, says) => {
    const page = await pages.visit('admin', address);
    const list = page.getByRole('group', { name: `${label}, list` });
    await list.waitFor();
    await eventually(async () => {
      await list.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight }));
      expect(await page.getByText(says).count()).toBe(1);
    });
    expect(await page.getByRole('row').count()).toBeLessThan(90);
  });

  it('reports that its next rows did not load, and retries', async () => {
    const next = /\/admin\/insights\?.*cursor=/;
    const page = await pages.visit('admin', '/overview');
    let asked = 0;
    await page.route(next, (route) => {
      asked += 1;
      return route.fulfill({ status: 500, json: {} });
    });
    await page.goto(`${pages.admin.url}/memory?contact=${COLLECTOR}`);
    const list = page.getByRole('group', { name: 'Insights, list' });
    await list.waitFor();
    const failed = list.getByRole('alert').filter({ hasText: 'Loading more rows of Insights failed' });
    await eventually(async () => {
      await list.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight }));
      expect(await failed.count()).toBe(1);
    });
    expect(asked).toBe(1);
    await page.unroute(next);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
    await eventually(async () => {
      await list.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight }));
      expect(await page.getByText(`${INSIGHTS} in total`).count()).toBe(1);
    });
    pages.complaints(); // Chromium logs the failed responses.
  });

  it('downloads completely, whatever its length', async () => {
    const page = await pages.visit('platform', '/queues?tab=work&org=org-a&q=long-list');
    await row(page, 'long-list').waitFor();
    const lines = await downloadedLines(page, 'outbox-tasks.csv');
    expect(lines).toHaveLength(1 + OUTBOX_TASKS);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('downloads the listed rows if it is searched by meaning', async () => {
    const page = await pages.visit('admin', `/memory?contact=${COLLECTOR}&q=stamps`);
    await row(page, 'stamps').waitFor();
    expect(await downloadedLines(page, 'insights-closest-100.csv')).toHaveLength(1 + 100);
  });

  it.each([
    ['that is stopped', (page: Page) => page.getByRole('button', { name: 'Stop the download' }).click()],
    ['its page is left', (page: Page) => page.getByRole('link', { name: 'Tools', exact: true }).click()],
  ])('stops its download when %s', async (_when, stop) => {
    const page = await pages.visit('platform', '/queues?tab=work&org=org-a&q=long-list');
    await row(page, 'long-list').waitFor();
    // Never answered: the request ends only when it is aborted.
    await page.route(EXPORT, () => {});
    const asked = page.waitForRequest(EXPORT);
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const request = await asked;
    const letGo = page.waitForEvent('requestfailed', (failed) => failed === request);
    await stop(page);
    await letGo;
    expect(await page.getByText('Download failed').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    pages.complaints(); // Chromium logs the aborted request.
  });

  it('offers all entries: the user that a key acts as', async () => {
    const page = await pages.visit('platform', '/users?org=org-a&tab=keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('combobox', { name: 'Acts as' }).fill(`Colleague ${USERS}`);
    await page.getByRole('option', { name: `Colleague ${USERS}` }).click();
  });

  it('continues in a panel: the insights about a contact', async () => {
    const page = await pages.visit('admin', `/conversations/${conversationId}?drawer=memory`);
    const older = page.getByRole('button', { name: 'Older insights' });
    await older.click();
    await page.getByText('Collects stamps of the year 1800').waitFor();
    await older.click();
    await page.getByText('Collects stamps of the year 1700').waitFor();
    expect(await older.count()).toBe(0);
  });
});
