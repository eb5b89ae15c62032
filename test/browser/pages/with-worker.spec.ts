import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { consoleTurnDetail, consoleTurnPage, playgroundSteps, toolRuns } from '#contracts/console';
import { addSpans, addTurn } from '../../../apps/admin/src/console-rows.fixture.ts';
import { usualSpans } from '../../../apps/admin/src/usual-spans.fixture.ts';
import { eventually } from '../../harness/eventually.ts';
import { describePages, row } from '../pages.fixture.ts';

const TEXT = 'Find flats with a sea view in Paphos under 400,000';

/** Work that the console gives to workers, with a real worker process beside it. */
describePages('the console beside a worker', (pages) => {
  beforeAll(async () => {
    // Before the worker starts, because a running worker may still use settings of two seconds ago.
    const admin = await pages.api('admin');
    const held = { value: 'store_insight', why: 'we look at each' };
    expect((await admin.send('PUT', '/admin/settings/TOOL_APPROVALS', { body: held })).status).toBe(200);
    await pages.startWorker();
  });

  const run = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  async function sendBoth(page: Page): Promise<void> {
    await page.getByLabel('Text of the message').fill(TEXT);
    await page.getByRole('button', { name: 'Send to both' }).click();
    for (const name of ['First run', 'Second run'])
      await run(page, name).getByText('Completed', { exact: true }).waitFor();
  }

  it('runs a message twice side by side, and shows the offered tools of each with the reasons', async () => {
    const page = await pages.visit(
      'member',
      '/playground?beside=yes&broker=enforce&model2=tier:premium&broker2=off',
    );
    await sendBoth(page);
    const [first, second] = [run(page, 'First run'), run(page, 'Second run')];
    await first.getByText('broker enforce, set for this turn').waitFor();
    const offered = first.getByRole('list', { name: 'Tools offered', exact: true });
    const search = offered.getByRole('listitem').filter({ hasText: 'search_properties' });
    expect(await search.textContent()).toMatch(/search_properties\d\.\d{3}tier always/);
    // A high score fits its column.
    const score = search.locator('.figures');
    const heightPx = async () => (await score.boundingBox())?.height;
    const before = await heightPx();
    await score.evaluate((node) => ((node as { textContent: string }).textContent = '11.103'));
    expect(await heightPx()).toBe(before);
    await second.getByText('broker off, set for this turn').waitFor();
    await second.getByText('offline-premium', { exact: true }).waitFor();
    await second.getByText('set for this turn: the tier premium').waitFor();
    for (const side of [first, second]) {
      const steps = side.getByRole('list', { name: 'Steps' });
      await steps.getByText('Program in the sandbox').waitFor();
      await steps.locator('summary', { hasText: 'search_properties' }).first().waitFor();
      await side.getByText('Agent', { exact: true }).last().waitFor();
    }
    await page.getByRole('switch', { name: 'Two side by side' }).click();
    await second.waitFor({ state: 'detached' });
    const api = await pages.api('member');
    const path = `/admin/turns?contact=playground:${api.session.user.id}`;
    const { items } = await pages.read('member', path, consoleTurnPage);
    expect(items.slice(0, 2).map(({ override }) => override)).toEqual(
      expect.arrayContaining([{ broker: 'enforce' }, { broker: 'off', tier: 'premium' }]),
    );
    for (const { id } of items.slice(0, 2)) {
      const steps = await pages.read('member', `/admin/playground/turns/${id}/steps`, playgroundSteps);
      expect(steps.broker?.tools.length).toBeGreaterThan(5);
    }
  });

  it('runs a tool from the form of its schema, after its side effect is confirmed', async () => {
    const api = await pages.api('member');
    // The contact of the message above.
    const contactId = `playground:${api.session.user.id}`;
    const page = await pages.visit('member', '/tools/log_activity?tab=run');
    await page.getByRole('button', { name: 'Run…' }).click();
    await page.getByText('Required', { exact: true }).first().waitFor();
    await page.getByLabel('contactId').fill(contactId);
    await page.getByLabel('summary').fill('She rang about the lift');
    await page.getByRole('combobox', { name: 'type' }).click();
    await page.getByRole('option', { name: 'call', exact: true }).click();
    await page.getByRole('button', { name: 'Run…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This tool changes stored data of Aphrodite Homes').waitFor();
    await dialog.getByText('She rang about the lift').waitFor();
    await dialog.getByRole('button', { name: 'Run log_activity' }).dblclick();
    await page.getByRole('status').getByText('Succeeded').waitFor();
    const { items } = await pages.read('member', '/admin/tools/log_activity/runs', toolRuns);
    expect(items).toMatchObject([{ state: 'succeeded', arguments: { contactId, type: 'call' } }]);
    const kept = await pages.admin.database.forOrg(pages.admin.orgA.id, (tx) =>
      tx.query(
        `SELECT channel, caller_kind AS kind FROM tool_calls WHERE org_id = $1 AND tool = 'log_activity'`,
      ),
    );
    expect(kept).toEqual([{ channel: 'console', kind: 'staff' }]);
    await row(page, 'Succeeded').getByText('She rang about the lift').waitFor();
  });

  it('runs a tool that needs approval after somebody has approved its arguments', async () => {
    const member = await pages.api('member');
    const contactId = `playground:${member.session.user.id}`;
    const given = { contactId, category: 'preference', text: 'She wants a lift.' };
    const page = await pages.visit('member', '/tools/store_insight?tab=run');
    await page.getByText('JSON', { exact: true }).click();
    await page.getByLabel('Arguments, as JSON').fill(JSON.stringify(given));
    await page.getByRole('button', { name: 'Run…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run store_insight' }).click();
    await page.getByText('The organisation wants a person to agree').waitFor();
    await page.getByLabel('Arguments awaiting approval').getByText('She wants a lift.').waitFor();
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await page.getByRole('status').getByText('Succeeded').waitFor();
    const { items } = await pages.read('member', '/admin/tools/store_insight/runs', toolRuns);
    expect(items).toMatchObject([{ state: 'succeeded', decidedBy: member.session.user.id }]);
  });

  it('shows the tool’s validation error in the form, and hides the form from analysts', async () => {
    const page = await pages.visit('member', '/tools/log_activity?tab=run');
    await page.getByText('JSON', { exact: true }).click();
    await page.getByLabel('Arguments, as JSON').fill('{ "contactId": "x", "type": "dance", "summary": "x" }');
    await page.getByRole('button', { name: 'Run…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run log_activity' }).click();
    await page.getByRole('status').getByText('Failed').waitFor();
    await page.getByText('VALIDATION_FAILED').waitFor();
    await page
      .getByRole('form', { name: 'Arguments' })
      .getByText(/got "dance"/)
      .waitFor();
    const analyst = await pages.visit('analyst', '/tools/log_activity?tab=run');
    await analyst.getByText('Manual runs: only for members and admins').waitFor();
    expect(await analyst.getByRole('link', { name: 'Run', exact: true }).count()).toBe(0);
  });

  it('retries a failed turn from its page, and all listed ones', async () => {
    const { database, orgA } = pages.admin;
    const failed = await Promise.all(
      [1, 2, 3].map((place) =>
        addTurn(database, {
          orgId: orgA.id,
          state: 'failed',
          contact: `retried-${place}`,
          text: 'Find a flat in Limassol',
          agent: 'searcher',
          error: { class: 'MODEL_UNAVAILABLE', message: 'The provider is busy.' },
        }),
      ),
    );
    await addSpans(database, orgA.id, failed[0]!, usualSpans());
    const api = await pages.api('member');
    const completed = (id: string) =>
      eventually(async () => {
        const { turn } = await pages.read('member', `/admin/turns/${id}`, consoleTurnDetail);
        expect(turn.state).toBe('completed');
      });
    const page = await pages.visit('member', `/turns/${failed[0]!.id}`);
    await page.getByRole('button', { name: 'Retry…' }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 1 failed turn' }).click();
    await page.getByText('The turn runs again').waitFor();
    await completed(failed[0]!.id);
    await page.getByText('Completed', { exact: true }).first().waitFor();
    await pages.visit('member', '/turns?state=failed&q=retried-');
    await page.getByRole('button', { name: 'Retry 2 failed turns…' }).click();
    await page.getByRole('dialog').getByText('2 × MODEL_UNAVAILABLE').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 2 failed turns' }).click();
    await page.getByText('2 turns run again').waitFor();
    await page.getByRole('button', { name: '2 retried: remove this filter' }).waitFor();
    for (const { id } of failed.slice(1)) await completed(id);
    const missing = await api.send('POST', '/admin/turns/retry', { body: { ids: [randomUUID()] } });
    expect(await missing.json()).toEqual({ retried: [] });
  });

  it('retries a failed turn from its conversation', async () => {
    const failed = await addTurn(pages.admin.database, {
      orgId: pages.admin.orgA.id,
      state: 'failed',
      contact: 'retried-here',
      text: 'Find a flat in Larnaca',
      agent: 'searcher',
      error: { class: 'MODEL_UNAVAILABLE', message: 'The provider is busy.' },
    });
    const page = await pages.visit('member', `/conversations/${failed.conversationId}`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('The provider is busy.').waitFor();
    await messages.getByRole('button', { name: 'Retry…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 1 failed turn' }).click();
    await messages.getByText('Completed', { exact: true }).waitFor();
    expect(await messages.getByText('The provider is busy.').count()).toBe(0);
    const analyst = await pages.visit('analyst', `/conversations/${failed.conversationId}`);
    await analyst.getByRole('region', { name: 'Messages' }).getByText('Completed').waitFor();
    expect(await analyst.getByRole('button', { name: 'Retry…' }).count()).toBe(0);
  });

  it('looks right', async () => {
    await pages.looksRight(
      'playground-runs',
      '/playground?org=org-a&beside=yes&broker=enforce&broker2=off',
      async (page) => {
        await sendBoth(page);
        await run(page, 'First run').getByRole('list', { name: 'Steps' }).waitFor();
      },
    );
    await pages.looksRight('tool-run', '/tools/schedule_viewing?org=org-a&tab=run', (page) =>
      page.getByRole('form', { name: 'Arguments' }).waitFor(),
    );
    const { items } = await pages.read('member', '/admin/tools/log_activity/runs', toolRuns);
    await pages.looksRight(
      'tool-run-result',
      `/tools/log_activity?org=org-a&tab=run&selected=${items.at(-1)!.id}`,
      (page) => page.getByLabel('Result of the run').waitFor(),
    );
  });
});
