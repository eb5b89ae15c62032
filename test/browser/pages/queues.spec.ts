import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { consoleOutboxTaskPage, consoleQueues } from '#contracts/console';
import { JobQueue } from '#queue';
import { addSpans, addTurn } from '../../../apps/admin/src/console-rows.fixture.ts';
import { usualSpans } from '../../../apps/admin/src/usual-spans.fixture.ts';
import { eventually } from '../../harness/eventually.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const ERROR = 'No model answered: openai 503, google timeout after 20 s';
const FAILED = 6;

/** Waiting jobs, dead outbox tasks, and one that is done. */
async function seed({ admin }: ConsolePages): Promise<void> {
  const jobs = admin.app.get(JobQueue);
  for (let index = 0; index < 4; index += 1)
    await jobs.enqueue('turn.chat', { v: 1, orgId: admin.orgA.id, turnId: randomUUID(), run: 0 });
  const turn = await addTurn(admin.database, { orgId: admin.orgA.id, contact: 'omar' });
  await addSpans(admin.database, admin.orgA.id, turn, usualSpans());
  for (let index = 0; index <= FAILED; index += 1) {
    const failed = index < FAILED;
    await admin.database.forOrg(admin.orgA.id, (tx) =>
      tx.execute(
        `INSERT INTO outbox_tasks (org_id, id, job, key, turn_id, conversation_id, traceparent, payload, state, attempts, error,
           run_at, created_at, finished_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 3, $10, now(), now() - $11 * interval '7 minutes', now())`,
        [
          randomUUID(),
          index % 3 === 0 ? 'extract-insights' : 'summarize',
          `key-${index}`,
          turn.id,
          turn.conversationId,
          `00-${turn.traceId}-00f067aa0ba902b7-01`,
          JSON.stringify({ conversationId: turn.conversationId, turnId: turn.id }),
          failed ? 'failed' : 'done',
          failed ? ERROR : null,
          index,
        ],
      ),
    );
  }
}

describePages('queues in the console', (pages) => {
  beforeAll(() => seed(pages));
  const outboxTasks = async (query: string) => {
    const path = `/admin/outbox-tasks?${query}`;
    return (await pages.read('platform', path, consoleOutboxTaskPage)).items;
  };

  it('leads from a failed count to the failed jobs, and from one of them to its turn', async () => {
    const page = await pages.visit('platform', '/queues?org=org-b');
    await page.getByText('rates and dead ones are those of the picked org').waitFor();
    expect(await page.getByRole('link', { name: `${FAILED} dead outbox tasks of outbox` }).count()).toBe(0);
    await pages.visit('platform', '/queues?org=org-a');
    await page.getByRole('link', { name: `${FAILED} dead outbox tasks of outbox` }).click();
    await row(page, ERROR).click();
    const peek = page.getByRole('region', { name: /^Outbox task / });
    expect(await peek.getByRole('link', { name: /trace/i }).count()).toBe(1);
    await peek.getByText('Attempts').waitFor();
    expect(await peek.getByText('Not before').count()).toBe(0);
    await peek.getByRole('link', { name: 'Turn and trace' }).click();
    await page.waitForURL(/\/turns\//);
    await page.getByRole('region', { name: 'Messages' }).waitFor();
  });

  it('leads from its headline to the failed turns, and from one of them to its trace', async () => {
    const { database, orgA } = pages.admin;
    const turn = await addTurn(database, {
      orgId: orgA.id,
      state: 'failed',
      contact: 'elena.k',
      text: 'Nobody answered this one',
      error: { class: 'MODEL_UNAVAILABLE', message: ERROR },
    });
    await addSpans(database, orgA.id, turn, usualSpans());
    const page = await pages.visit('platform', '/queues?org=org-a');
    await page.getByText('in the last 24 h', { exact: true }).waitFor();
    await page.getByRole('link', { name: /failed in 24 h: open all failed turns$/ }).click();
    await row(page, 'Nobody answered this one').click();
    await page.getByRole('group', { name: 'Why the turn failed' }).getByText(ERROR).waitFor();
    await page.getByRole('treeitem', { name: /settle/ }).waitFor();
  });

  it('retries one by its key, after a confirmation', async () => {
    const page = await pages.visit('platform', '/queues?tab=work&state=failed');
    await row(page, ERROR).click();
    await page
      .getByRole('region', { name: /^Outbox task / })
      .getByRole('button', { name: 'Retry…' })
      .waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 1 outbox task' }).click();
    await page.getByText('1 outbox task retried').waitFor();
    expect(await outboxTasks('state=failed')).toHaveLength(FAILED - 1);
    expect(await outboxTasks('state=pending')).toMatchObject([{ attempts: 0, error: null }]);
  });

  it('replays one with an edited payload', async () => {
    const page = await pages.visit('platform', '/queues?tab=work&state=failed&job=summarize');
    await row(page, 'summarize').click();
    const payload = { conversationId: randomUUID() };
    await page.getByRole('textbox', { name: 'Payload' }).fill(JSON.stringify(payload));
    await page.getByRole('button', { name: 'Replay with this payload…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('group', { name: /Difference/ })
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('runs again with the edited payload').waitFor();
    expect((await outboxTasks('state=pending')).map((one) => one.payload)).toContainEqual(payload);
  });

  it('retries all listed ones, and shows the state of exactly these', async () => {
    const page = await pages.visit('platform', '/queues?tab=work&state=failed');
    const left = (await outboxTasks('state=failed')).map(({ id }) => id);
    expect(left.length).toBeGreaterThan(1);
    await page.getByRole('button', { name: `Retry ${left.length} outbox tasks…` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Retry ${left.length} outbox tasks` })
      .click();
    await page.getByRole('button', { name: `${left.length} retried: remove this filter` }).waitFor();
    const listed = page.getByRole('table', { name: 'Outbox tasks' }).locator('[data-row-id]');
    await eventually(async () => {
      const ids = await Promise.all((await listed.all()).map((one) => one.getAttribute('data-row-id')));
      expect(ids.toSorted()).toEqual(left.toSorted());
    });
    expect(await page.getByText('Pending').count()).toBeGreaterThanOrEqual(left.length);
  });

  it('pauses a queue, shows what waits, and resumes it', async () => {
    const page = await pages.visit('platform', '/queues');
    await page.getByRole('button', { name: 'Actions for turns-chat' }).click();
    await page.getByRole('menuitem', { name: 'Pause…' }).click();
    await page
      .getByRole('dialog')
      .getByText(/4 jobs will wait/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await row(page, 'turns-chat').getByText('Paused').waitFor();
    const { items } = await pages.read('platform', '/admin/queues', consoleQueues);
    expect(items.find(({ queue }) => queue === 'turns-chat')).toMatchObject({ paused: true, waiting: 4 });
    await page.getByRole('button', { name: 'Actions for turns-chat' }).click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await page.getByText('turns-chat resumed').waitFor();
  });

  it('downloads the jobs that a search found', async () => {
    const page = await pages.visit('platform', '/queues?tab=jobs&state=waiting');
    await page.getByRole('table', { name: 'Jobs' }).waitFor();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('jobs-turns-chat-waiting.csv');
    expect((await readFile(await download.path(), 'utf8')).match(/^.*turn\.chat,waiting/gm)).toHaveLength(4);
  });

  it('is for platform admins: others do not see it, and a link explains why', async () => {
    const page = await pages.visit('admin', '/queues');
    await page.getByText('Queues: only for platform admins').waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByText('Queues').count()).toBe(0);
  });

  it('looks right', async () => {
    await pages.looksRight('queues', '/queues', (page) => row(page, 'turns-chat').waitFor());
    await pages.looksRight('queues-work', '/queues?tab=work&org=org-a', async (page) => {
      await page.getByRole('table', { name: 'Outbox tasks' }).waitFor();
      await page.keyboard.press('j');
      await page.getByRole('region', { name: /^Outbox task / }).waitFor();
    });
  });
});
