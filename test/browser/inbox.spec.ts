import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { InboxKind } from '#contracts/console';
import { addRow, type ListedTable } from '../../apps/admin/src/listed-rows.fixture.ts';
import { describePages, row } from './pages.fixture.ts';

/** The decision of the other person, as address and body. */
type Decide = (id: string, hash: string) => [path: string, body?: object];

const approve: Decide = (id) => [`approvals/${id}`, { decision: 'approve' }];
const refuse: Decide = (id) => [`tool-runs/${id}/decide`, { decision: 'refuse' }];
const settle: Decide = (id) => [`effects/${id}/settle`, { outcome: 'done', why: 'seen' }];
const accept: Decide = (_, hash) => [`tools/remote_search/definitions/${hash}/approve`, { reason: 'read' }];
const replay: Decide = (id) => [`webhooks/deliveries/${id}/replay`];

type Item = [table: ListedTable, subject: string, opens: string, decide: Decide];
const ITEMS: Record<InboxKind | 'run', Item> = {
  approval: ['approvals', 'send_offer', 'Refuse', approve],
  run: ['tool_runs', 'log_activity', 'Approve', refuse],
  effect: ['tool_effects', 'send_offer', 'It did not happen', settle],
  definition: ['tool_definitions', 'remote_search', 'Approve the change', accept],
  webhook: ['webhook_deliveries', 'turn.completed', 'Send again', replay],
};
const TEXT = 'Too dear: I asked twice';

describePages('an inbox item that another person decides while its dialog is open', (pages) => {
  it.each(
    Object.entries(ITEMS).flatMap(([kind, item]) => [false, true].map((late) => ({ kind, late, item }))),
  )('keeps the dialog with its text, and says so: $kind, decided here too: $late', async (each) => {
    const [table, subject, opens, decide] = each.item;
    const hash = randomBytes(32).toString('hex');
    const columns = table === 'tool_definitions' ? { hash } : {};
    const id = await addRow(pages.admin.database, pages.admin.orgA.id, table, columns);
    const page = await pages.visit('platform', '/inbox?org=org-a');
    await row(page, subject).click();
    await page.getByRole('button', { name: opens, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    const fields = await dialog.getByRole('textbox').all();
    for (const field of fields) await field.fill(TEXT);
    const refresh = await holdRefresh(page);
    const [path, body] = decide(id, hash);
    const first = await (await pages.api('admin')).send('POST', `/admin/${path}`, { body });
    expect(first.ok).toBe(true);
    const alert = dialog.getByRole('alert');
    if (each.late) {
      await dialog.locator('[type=submit]').click();
      await alert.filter({ hasText: /\w/ }).waitFor();
      // The browser reports the refusal.
      expect(pages.complaints()).toEqual({ platform: [expect.stringMatching(/40[49]/)] });
    }
    const refusal = (await alert.textContent()) ?? '';
    refresh();
    await alert.filter({ hasText: `${subject} waits no longer` }).waitFor();
    expect(await alert.textContent()).toContain(refusal.trim());
    for (const field of fields) expect(await field.inputValue()).toBe(TEXT);
    expect(await dialog.locator('[type=submit]').count()).toBe(0);
    await dialog.getByText('Close', { exact: true }).click();
    await page.getByText('No pending decisions').waitFor();
  });
});

/** Delays the refresh of the inbox until the returned function is called. */
async function holdRefresh(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/admin/inbox?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
