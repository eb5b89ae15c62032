import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { JobQueue } from '#queue';
import { addSpans, addTurn, type AddedTurn } from '../../../apps/admin/src/console-rows.fixture.ts';
import { usualSpans } from '../../../apps/admin/src/usual-spans.fixture.ts';
import { expectSound } from '../browser.fixture.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const TEXTS = ['Is the balcony shaded?', 'Is the balcony tiled?', 'Is the balcony closed?'];
const LIST = '/traces?org=org-a&days=7&q=balcony';

/** Turns that a search for their words finds. The first one has its job in the queue, and outbox tasks. */
async function seed({ admin }: ConsolePages): Promise<AddedTurn> {
  const { database, orgA } = admin;
  const turns: AddedTurn[] = [];
  for (const [index, text] of TEXTS.entries()) {
    const createdAt = new Date(Date.now() - index * 60_000);
    const turn = await addTurn(database, { orgId: orgA.id, contact: 'rana', text, createdAt });
    await addSpans(
      database,
      orgA.id,
      turn,
      usualSpans().map((span) => (span.kind === 'turn' ? { ...span, input: text } : span)),
    );
    turns.push(turn);
  }
  const [first] = turns;
  if (!first) throw new Error('No turn');
  await admin.app
    .get(JobQueue)
    .enqueue('turn.chat', { v: 1, orgId: orgA.id, turnId: first.id, run: 0 }, { jobId: `${first.id}-0` });
  return first;
}

/** A dead outbox task of the turn, and its span. */
async function giveUp({ admin }: ConsolePages, turn: AddedTurn): Promise<string> {
  const { database, orgA } = admin;
  const id = randomUUID();
  await database.forOrg(orgA.id, (tx) =>
    tx.execute(
      `INSERT INTO outbox_tasks (org_id, id, job, key, turn_id, traceparent, payload, state, error, run_at, created_at)
       VALUES ($1, $2, 'extract-insights', 'of a trace', $3, $4, '{}', 'failed', 'No model answered', now(), now())`,
      [id, turn.id, `00-${turn.traceId}-00f067aa0ba902b7-01`],
    ),
  );
  const attributes = { 'turnpike.outbox_task.id': id };
  await addSpans(database, orgA.id, turn, [
    {
      name: 'extract-insights',
      kind: 'job',
      startMs: 1_300,
      durationMs: 40,
      error: 'No model answered',
      attributes,
    },
  ]);
  return id;
}

/** The list of traces, and the links from it and back: to the turn, its conversation, tools and jobs. */
describePages('traces in the console, from the list on', (pages) => {
  let turn: AddedTurn;
  beforeAll(async () => {
    turn = await seed(pages);
  });
  const peek = (page: Page) => page.getByRole('region', { name: 'Trace turn' });
  const asked = (page: Page, index: number) =>
    peek(page)
      .getByRole('blockquote')
      .getByText(TEXTS[index] ?? '');
  const span = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(name) });
  const hasFilters = (url: URL) => url.search.startsWith('?org=org-a&days=7&q=balcony');

  it('previews a trace, steps to the next, and closes only the preview', async () => {
    const page = await pages.visit('platform', LIST);
    await row(page, 'shaded').getByRole('link').click();
    await asked(page, 0).waitFor();
    await peek(page).getByRole('listitem').filter({ hasText: 'search_properties' }).waitFor();
    // J, K and the arrows step to the next trace, not through a tree.
    expect(await peek(page).getByRole('tree').count()).toBe(0);
    await peek(page).getByText('3,512').waitFor();
    await expectSound(page);
    await page.keyboard.press('j');
    await asked(page, 1).waitFor();
    // The tooltip of a time is open: one key press closes it and the preview.
    await row(page, 'tiled').locator('time').hover();
    await page.getByRole('tooltip').waitFor();
    await page.keyboard.press('Escape');
    await peek(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(LIST);
    await page.keyboard.press('Escape');
    await row(page, 'shaded').waitFor();
    expect(page.url()).toBe(pages.admin.url + LIST);
  });

  it('opens the page of a row by Enter, also of the focused one', async () => {
    const page = await pages.visit('platform', LIST);
    await row(page, 'closed').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await asked(page, 2).waitFor();
    await peek(page).getByRole('link', { name: 'Open the trace' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/turns\//);
    await page.getByRole('region', { name: 'Span turn' }).waitFor();
  });

  it('searches the trace for the words of the list’s filter, and leads back to the same list', async () => {
    const page = await pages.visit('platform', LIST);
    await row(page, 'tiled').click();
    await peek(page).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1, in the input').waitFor();
    await page.getByRole('region', { name: 'Span turn' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Span turn' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await asked(page, 1).waitFor();
    expect(hasFilters(new URL(page.url()))).toBe(true);
  });

  it('keeps the filters on the way back from a tool and from a conversation', async () => {
    const page = await pages.visit('platform', LIST);
    await row(page, 'shaded').click();
    await peek(page).getByRole('listitem').filter({ hasText: 'search_properties' }).click();
    const tool = page.getByRole('region', { name: /^Span execute_tool/ });
    await tool.getByRole('link', { name: 'search_properties' }).click();
    await page.getByRole('link', { name: 'Back to the turn' }).click();
    await tool.waitFor();
    await page.getByRole('link', { name: 'Open conversation' }).click();
    await page.getByRole('link', { name: 'Back to the turn' }).click();
    await tool.waitFor();
    await page.getByRole('link', { name: 'Back to the traces' }).click();
    await asked(page, 0).waitFor();
    expect(hasFilters(new URL(page.url()))).toBe(true);
    await peek(page).getByRole('link', { name: 'Conversation' }).click();
    await page.getByRole('link', { name: 'Back to the traces' }).click();
    await peek(page).waitFor();
    expect(hasFilters(new URL(page.url()))).toBe(true);
  });

  it('leads from a trace to its job in the queue, and back', async () => {
    const page = await pages.visit('platform', `/turns/${turn.id}`);
    await page.getByRole('link', { name: 'turn.chat, waiting' }).click();
    const job = page.getByRole('region', { name: 'Job turn.chat' });
    await job.getByText(`${turn.id}-0`).waitFor();
    await job.getByRole('link', { name: 'Turn and trace' }).click();
    await span(page, '^queue').click();
    const queued = page.getByRole('region', { name: 'Span queue' });
    await queued.getByRole('link', { name: 'turn.chat, waiting' }).waitFor();
    await page.getByRole('link', { name: 'Back to the queues' }).click();
    await job.waitFor();
  });

  it('leads from the span of a job to its row, and from the turn to all its outbox tasks', async () => {
    const outboxTaskId = await giveUp(pages, turn);
    const page = await pages.visit('platform', `/turns/${turn.id}`);
    await page.getByRole('link', { name: '1 dead' }).click();
    await row(page, 'No model answered').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: '1 outbox task' }).waitFor();
    await span(page, 'extract-insights').click();
    await page.getByRole('link', { name: 'Outbox task', exact: true }).click();
    await page.getByRole('region', { name: 'Outbox task extract-insights' }).waitFor();
    expect(new URL(page.url()).searchParams.get('selected')).toBe(outboxTaskId);
  });

  it('shows jobs to platform admins only', async () => {
    const page = await pages.visit('admin', `/turns/${turn.id}`);
    await span(page, '^queue').click();
    await page.getByRole('region', { name: 'Span queue' }).getByText('Kind').waitFor();
    expect(await page.getByText('turn.chat').count()).toBe(0);
  });

  it('looks right', async () => {
    await pages.looksRight('traces-peek', LIST, async (page) => {
      await row(page, 'shaded').click();
      await peek(page)
        .getByRole('listitem')
        .filter({ hasText: /settle|search_properties/ })
        .first()
        .waitFor();
    });
  });
});
