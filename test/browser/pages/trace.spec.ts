import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { spanOf, traceRow, type SpanRow } from '#telemetry';
import {
  addSpans,
  addTraces,
  addTurn,
  cancelledSpans,
} from '../../../apps/admin/src/console-rows.fixture.ts';
import { usualSpans } from '../../../apps/admin/src/usual-spans.fixture.ts';
import { expectSound, until } from '../browser.fixture.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const newTraceId = () => randomBytes(16).toString('hex');

/** Stores the run of a job that belongs to no turn, and returns it. Without `durationMs` it still runs. */
async function addJob(
  { admin }: ConsolePages,
  name: string,
  { traceId = newTraceId(), durationMs = null }: { traceId?: string; durationMs?: number | null },
): Promise<SpanRow> {
  const job = spanOf({
    traceId,
    spanId: randomBytes(8).toString('hex'),
    startedAt: new Date().toISOString(),
    name,
    kind: 'job',
    orgId: admin.orgA.id,
    latencyMs: durationMs,
    status: durationMs === null ? 'running' : 'success',
  });
  await addTraces(admin.database, [traceRow(job, [job], durationMs !== null)]);
  return job;
}

async function endJob({ admin }: ConsolePages, job: SpanRow): Promise<void> {
  const ended = { ...job, latencyMs: 1_200, status: 'success' as const };
  await addTraces(admin.database, [traceRow(ended, [ended])]);
}

async function openByPalette(page: Page, traceId: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(traceId);
  await page.getByRole('option', { name: `Open trace ${traceId}` }).waitFor();
  await page.keyboard.press('Enter');
}

/** A trace by its id: of one turn, of several, or of a job. */
describePages('a trace in the console', (pages) => {
  const span = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(name) });

  it('says that a demo turn was never run', async () => {
    const { database, orgA } = pages.admin;
    const [seeded, old] = [
      await addTurn(database, { orgId: orgA.id }),
      await addTurn(database, { orgId: orgA.id }),
    ];
    await database.forOrg(orgA.id, (tx) =>
      tx.execute('UPDATE turns SET finished_at = created_at WHERE org_id = $1 AND id = $2', [seeded.id]),
    );
    const page = await pages.visit('platform', `/turns/${seeded.id}`);
    await page.getByText('This turn was imported').waitFor();
    await page.goto(`${pages.admin.url}/turns/${old.id}`);
    await page.getByText('No spans are stored for this turn').waitFor();
    pages.complaints(); // Chromium logs the 404 of both traces itself.
  });

  it('shows a long message from its beginning, and links a program to its org', async () => {
    const { database, orgA } = pages.admin;
    const text = ['It begins here.', ...Array.from({ length: 400 }, (_, line) => `Line ${line}`)].join('\n');
    const turn = await addTurn(database, { orgId: orgA.id, text });
    const program = { name: 'execute_program', kind: 'program', parent: 'turn', startMs: 30, durationMs: 5 };
    await addSpans(database, orgA.id, turn, [...usualSpans(), program]);
    const page = await pages.visit('platform', `/turns/${turn.id}`);
    const beginning = page.getByText('It begins here.').last();
    await beginning.waitFor();
    await until(page, `document.querySelector('[aria-label="Messages"]').scrollTop < 60`);
    await span(page, 'execute_program').click();
    const link = page.getByRole('link', { name: 'Show or rerun the program' });
    expect(await link.getAttribute('href')).toContain('org=org-a');
  });

  it('shows a cancelled turn as cancelled, without a reply or a failure', async () => {
    const { database, orgA } = pages.admin;
    const turn = await addTurn(database, { orgId: orgA.id, state: 'cancelled', text: 'Never mind' });
    const { conversationId } = turn;
    await addTurn(database, { orgId: orgA.id, conversationId, seq: 2, reply: 'The later reply.' });
    await addSpans(database, orgA.id, turn, cancelledSpans);
    const page = await pages.visit('platform', `/turns/${turn.id}`);
    await page.getByText('Time to end').waitFor();
    expect(await page.getByText('Time to reply').count()).toBe(0);
    await span(page, 'settle').click();
    const peek = page.getByRole('region', { name: 'Span settle' });
    await peek.getByText('Cancelled', { exact: true }).waitFor();
    expect(await page.getByRole('treeitem', { name: /failed/ }).count()).toBe(0);
    const said = await page.getByRole('region', { name: 'Messages' }).innerText();
    expect(said).toMatch(/Never mind\s+The turn ended without a reply[^]+The later reply\./);
  });

  it('is replaced by another one without a turn, and that one by the turn of a third', async () => {
    const first = await addJob(pages, 'job first', { durationMs: 12 });
    const second = await addJob(pages, 'job second', { durationMs: 12 });
    const turn = await addTurn(pages.admin.database, { orgId: pages.admin.orgA.id });
    await addJob(pages, 'job third', { traceId: turn.traceId, durationMs: 12 });
    const page = await pages.visit('platform', `/traces/${first.traceId}`);
    await span(page, 'job first').click();
    await page.getByRole('region', { name: 'Span job first' }).waitFor();
    await expectSound(page);
    const held = Promise.withResolvers<void>();
    await page.route(`**/admin/traces/${second.traceId}*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await openByPalette(page, second.traceId);
    await page.getByText(`Trace ${second.traceId}`).waitFor();
    await page.getByText('Loading the trace').waitFor();
    expect(await span(page, 'job first').count()).toBe(0);
    held.resolve();
    await span(page, 'job second').waitFor();
    await openByPalette(page, turn.traceId);
    await page.waitForURL(`${pages.admin.url}/turns/${turn.id}`);
    await span(page, 'job third').waitFor();
  });

  it('lists its turns if it has several, also those of an org other than the selected one', async () => {
    const { database, orgA } = pages.admin;
    const traceId = newTraceId();
    for (const text of ['A house by the sea?', 'With a garden?'])
      await addTurn(database, { orgId: orgA.id, contact: 'traced', text, traceId });
    const page = await pages.visit('platform', `/traces/${traceId}?org=org-b`);
    await page.waitForURL(`${pages.admin.url}/turns?q=${traceId}`);
    await row(page, 'A house by the sea?').waitFor();
    await row(page, 'With a garden?').waitFor();
  });

  it('updates while a job in it runs', async () => {
    const job = await addJob(pages, 'job rebuild-index', {});
    const page = await pages.visit('platform', `/traces/${job.traceId}`);
    await span(page, 'rebuild-index').getByText('no end').waitFor();
    const live = page.getByText('Live', { exact: true });
    await live.waitFor();
    await addJob(pages, 'job deliver', { traceId: job.traceId, durationMs: 5 });
    await span(page, 'job deliver').waitFor();
    await endJob(pages, job);
    await span(page, 'rebuild-index').getByText('1.2').waitFor();
    await live.waitFor({ state: 'detached' });
  });

  it('finds a span by its name, tool or texts, and steps from one to the next', async () => {
    const { database, orgA } = pages.admin;
    const turn = await addTurn(database, { orgId: orgA.id });
    await addSpans(database, orgA.id, turn, usualSpans());
    const page = await pages.visit('platform', `/turns/${turn.id}`);
    await span(page, 'settle').waitFor();
    await page.keyboard.press('w');
    await span(page, 'settle').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('search_properties');
    await page.getByText('1 of 3, in the output').waitFor();
    await page.getByRole('region', { name: 'Span broker' }).waitFor();
    // The details of a span are requested when it is open.
    await until(page, `CSS.highlights.get('found-words')?.size === 2`);
    await page.keyboard.press('Enter');
    await page.getByText('2 of 3, in the details').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.getByText('3 of 3, in the name').waitFor();
    await page.getByRole('region', { name: 'Span execute_tool search_properties' }).waitFor();
    await page.keyboard.press('n');
    await page.getByText('1 of 3').waitFor();
    await page.getByRole('button', { name: 'Previous match' }).click();
    await page.getByText('3 of 3').waitFor();
    await page.reload();
    await page.getByText('3 of 3').waitFor();
    await expectSound(page);
    await page.keyboard.press('/');
    await page.keyboard.type('no such words');
    await page.getByText('no match').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const next = await page.getByRole('button', { name: 'Next match' }).boundingBox();
    expect(next && next.x >= 0 && next.x + next.width <= 390).toBe(true);
    // The row of the open span stays visible above it.
    const peek = page.getByRole('region', { name: 'Span execute_tool search_properties' });
    await until(
      page,
      `document.querySelector('[role="treeitem"][aria-selected="true"]').getBoundingClientRect().bottom <= ${(await peek.boundingBox())?.y}`,
    );
    await expectSound(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
