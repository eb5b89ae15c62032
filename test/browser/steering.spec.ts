import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { TEST_PASSWORD } from '../../apps/admin/src/admin.fixture.ts';
import { addWaitingRun } from '../../apps/admin/src/overview/screens.fixture.ts';
import { addProgram } from '../../apps/admin/src/programs/programs.fixture.ts';
import { eventually } from '../harness/eventually.ts';
import { expectSound, keepPicture, openPage } from './browser.fixture.ts';
import { seedConsole } from './console-seed.fixture.ts';
import { describePages, row, type ConsolePages } from './pages.fixture.ts';
import { EMPTY_PAGES, everyPageIsReadable, listsAreDownloaded } from './steering-pages.fixture.ts';
import { seedPages } from './steering-seed.fixture.ts';

const WIDTHS = [1280, 390];

function steering(pages: ConsolePages): void {
  let page: Page;
  let programTurn: string;

  beforeAll(async () => {
    await seedConsole(pages.admin);
    await seedPages(pages.admin, await pages.api('platform'));
    programTurn = await addProgram(pages.admin.database, pages.admin.orgA.id);
    page = await pages.visit('platform', '/overview');
    // Adds users for the list of users.
    await Promise.all((['admin', 'analyst'] as const).map((name) => pages.api(name)));
  });

  async function open(address: string, shows: string): Promise<void> {
    await pages.visit('platform', address);
    await page.getByText(shows).first().waitFor();
  }

  /** Follows a link to an account without a session, until its owner is signed in. */
  async function asGuest(link: string, act: (guest: Page) => Promise<unknown>): Promise<void> {
    const context = await pages.browser.newContext();
    const { page: guest, complaints } = await openPage(context);
    await guest.goto(link);
    await act(guest);
    await guest.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }

  const answer = async (route: string): Promise<unknown> =>
    (await (await pages.api('platform')).get(route)).json();
  const dialog = () => page.getByRole('dialog');
  const confirm = (button: string) => dialog().getByRole('button', { name: button, exact: true }).click();
  const why = (reason: string) => dialog().getByRole('textbox', { name: 'Reason' }).fill(reason);
  const gone = () => dialog().waitFor({ state: 'detached' });

  everyPageIsReadable(pages);

  describe('tasks', () => {
    it('changes a flag after showing the consequences, and undoes it', async () => {
      await open('/flags/semantic_memory', 'Targeting');
      await page.getByRole('button', { name: 'Change the value of Aphrodite Homes' }).click();
      await dialog().getByRole('combobox', { name: 'Value' }).click();
      await page.getByRole('option', { name: 'off', exact: true }).click();
      await dialog().getByText('Every conversation of Aphrodite Homes goes from “on” to “off”').waitFor();
      await keepPicture(page, 'flag-consequences-light-1280');
      await why('the contact asked for it');
      await confirm('Change');
      await gone();
      expect(await answer('/admin/flags/semantic_memory')).toMatchObject({
        flag: {
          orgs: expect.arrayContaining([expect.objectContaining({ effective: false, source: 'org' })]),
        },
      });
      await page.getByText('the contact asked for it').waitFor();
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await why('too early');
      await confirm('Undo');
      await gone();
      const { flag } = (await answer('/admin/flags/semantic_memory')) as {
        flag: { orgs: { effective: boolean }[] };
      };
      expect(flag.orgs.every(({ effective }) => effective)).toBe(true);
    });

    it('requires an override of a closed gate', async () => {
      await open('/flags/tool_broker', 'Gate of enforce');
      await page.getByRole('button', { name: 'Change the default' }).click();
      await dialog().getByRole('combobox', { name: 'Value' }).click();
      await page.getByRole('option', { name: 'enforce' }).click();
      await dialog().getByText('The gate is closed').waitFor();
      await why('we know better');
      await confirm('Change');
      await dialog().getByText('Override the gate to make this change').waitFor();
      await keepPicture(page, 'flag-gate-light-1280');
      await confirm('Cancel');
      await gone();
    });

    it('sets a share with a percentage', async () => {
      await open('/flags/ptc', 'Targeting');
      await page.getByRole('button', { name: 'Share of Aphrodite Homes' }).click();
      await dialog().getByRole('textbox', { name: 'Percent' }).fill('12.5');
      await dialog().getByText('12.5 % of the conversations of Aphrodite Homes get “off”').waitFor();
      await why('a slow start');
      await confirm('Change');
      await gone();
      expect(await answer('/admin/flags/ptc?org=org-a')).toMatchObject({
        flag: { orgs: [{ share: { value: false, percent: 12.5 } }] },
      });
    });

    it('settles an unknown outcome, which then leaves the inbox', async () => {
      // A tab that does not exist is as none: its request would be refused.
      await open('/inbox?org=org-a&tab=effects', 'book_viewing');
      await open('/inbox?org=org-a&tab=effect', 'book_viewing');
      await row(page, 'book_viewing').click();
      await page.getByText('prop-0112').last().waitFor();
      await keepPicture(page, 'inbox-effect-light-1280');
      await page.getByRole('button', { name: 'It happened' }).click();
      await why('it stands in the calendar');
      await confirm('Settle as done');
      await page.getByText('Unknown outcomes: none pending').waitFor();
      expect(await answer('/admin/effects?org=org-a&state=done')).toMatchObject({
        items: [{ tool: 'book_viewing', settled: { why: 'it stands in the calendar' } }],
      });
    });

    it('approves a changed tool after showing the difference', async () => {
      await open('/inbox?org=org-a&tab=definition', 'post_send_letter');
      await row(page, 'post_send_letter').click();
      await page.getByText('Sends a letter, now by courier.').waitFor();
      await keepPicture(page, 'inbox-definition-light-1280');
      await page.getByRole('button', { name: 'Approve the change' }).click();
      await why('read it');
      await confirm('Approve');
      await page.getByText('Changed tools: none pending').waitFor();
      expect(await answer('/admin/inbox?org=org-a')).toMatchObject({ counts: { definition: 0 } });
    });

    it('shows an approval with exactly its arguments, at every width', async () => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await open('/inbox?org=org-a&tab=approval', 'send_email');
        await row(page, 'send_email').click();
        await page.getByText('"maria@example.com"').waitFor();
        await keepPicture(page, `inbox-approval-light-${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    it('approves a manual tool run from the inbox', async () => {
      const run = await addWaitingRun(pages.admin.database, pages.admin.orgA.id, { userId: randomUUID() });
      await open('/overview?org=org-a', '2 calls await approval');
      await page.getByRole('link', { name: /approval oldest/ }).click();
      await row(page, 'log_activity').click();
      await page.getByRole('link', { name: 'by a platform admin' }).waitFor();
      await keepPicture(page, 'inbox-run-light-1280');
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await confirm('Approve and run');
      await gone();
      await row(page, 'log_activity').waitFor({ state: 'detached' });
      expect(await answer(`/admin/tool-runs/${run}?org=org-a`)).toMatchObject({ state: 'queued' });
    });

    it('sets a budget', async () => {
      await open('/models?org=org-b&tab=budgets', 'A day');
      await page.getByRole('button', { name: 'Set a budget' }).first().click();
      await dialog().getByLabel('Hard limit').fill('25');
      await why('The pilot has begun.');
      await confirm('Set budget');
      await gone();
      const set = { items: [{ period: 'day', hardUsd: 25 }] };
      expect(await answer('/admin/budgets?org=org-b')).toMatchObject(set);
    });

    it('stores a provider’s key, and never shows it', async () => {
      await open('/models?org=org-a&tab=keys', 'Provider keys');
      await page.getByRole('button', { name: 'Add a key' }).click();
      await dialog().getByLabel(/^Key/).fill('sk-of the');
      await confirm('Store key');
      const refused = dialog().getByRole('textbox', { description: /without spaces/ });
      await refused.waitFor();
      pages.complaints();
      await dialog().getByLabel(/^Key/).fill('sk-of-the-browser-test');
      await confirm('Store key');
      await gone();
      await page.getByText('In use').waitFor();
      expect(await page.getByText('sk-of-the-browser-test').count()).toBe(0);
      expect(await answer('/admin/provider-keys?org=org-a')).toMatchObject({
        items: [{ provider: 'openai', state: 'in_use' }],
      });
    });

    it('sets a setting with a reason', async () => {
      await open('/settings?org=org-a&q=MODEL_ROUNDS', 'MODEL_ROUNDS');
      await row(page, 'MODEL_ROUNDS').click();
      await page.getByLabel('Value').fill('9');
      await keepPicture(page, 'setting-light-1280');
      await page.getByRole('button', { name: 'Set for this org' }).click();
      await why('one more');
      await confirm('Set');
      await gone();
      const { items } = (await answer('/admin/settings?org=org-a')) as {
        items: { name: string; value: string }[];
      };
      expect(items.find(({ name }) => name === 'MODEL_ROUNDS')?.value).toBe('9');
    });

    it('shows an API key once', async () => {
      await open('/users?org=org-a&tab=keys', 'Website chat');
      await page.getByRole('button', { name: 'Create key' }).click();
      await dialog().getByLabel('Name').fill('Nightly export');
      await confirm('Create key');
      const key = await dialog().getByLabel('API key', { exact: true }).textContent();
      expect(key).toMatch(/^tp_[\w-]{40,}$/);
      await confirm('I have it');
      await gone();
      await page.getByText('Nightly export').waitFor();
      expect(await page.getByText(key ?? '').count()).toBe(0);
      const asked = await fetch(`${pages.admin.url}/admin/flags`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(asked.status).toBe(403);
    });

    it('creates a signed-in account from an invitation link', async () => {
      await open('/users?org=org-a&tab=invitations', 'nadia@a.example');
      await page.getByRole('button', { name: 'Invite' }).click();
      await dialog().getByLabel('E-mail').fill('yusuf@a.example');
      await confirm('Create link');
      const link = (await dialog().getByLabel('Invitation link', { exact: true }).textContent()) ?? '';
      await confirm('I have it');
      await gone();
      await asGuest(link, async (guest) => {
        await guest.getByRole('heading', { name: 'Join Aphrodite Homes' }).waitFor();
        await expectSound(guest);
        await keepPicture(guest, 'join-light-1280');
        await guest.getByLabel('Your name').fill('Yusuf');
        await guest.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
        await guest.getByRole('button', { name: 'Join' }).click();
      });
      expect(await answer('/admin/users?org=org-a&q=yusuf')).toMatchObject({
        items: [{ name: 'Yusuf', role: 'member' }],
      });
    });

    listsAreDownloaded(open, () => page);
    it('gives a user with a forgotten password a link for a new one', async () => {
      await open('/users?org=org-a&q=boss', 'boss@a.example');
      await row(page, 'boss@a.example').click();
      await page.getByRole('button', { name: 'Reset password' }).click();
      await confirm('Create link');
      const link = (await dialog().getByLabel('Password link', { exact: true }).textContent()) ?? '';
      await confirm('I have it');
      await asGuest(link, async (guest) => {
        await guest.getByRole('heading', { name: 'Choose a new password' }).waitFor();
        await guest.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
        await guest.getByRole('button', { name: 'Set password and sign in' }).click();
      });
    });

    it('searches the audit log, and shows what changed', async () => {
      await open('/audit?org=org-a', 'a fifth of them');
      await page.keyboard.press('/');
      await page.keyboard.type('a fifth');
      await page.waitForURL(/q=a\+fifth/);
      await row(page, 'a fifth of them').waitFor();
      // The rows from before the search stay until the results arrive.
      const others = page
        .getByRole('row')
        .filter({ hasNotText: 'a fifth of them', hasNot: page.getByRole('columnheader') });
      await eventually(async () => expect(await others.count()).toBe(0));
      await page.keyboard.press('Escape');
      expect(await page.getByRole('searchbox', { name: 'Search the audit log' }).inputValue()).toBe(
        'a fifth',
      );
      await page.keyboard.press('j');
      await page.waitForURL(/selected=/);
      await page.getByRole('group', { name: 'Difference in the entry' }).waitFor();
      await keepPicture(page, 'audit-entry-light-1280');
    });

    it('searches memory by meaning, corrects and deletes an insight', async () => {
      await open('/memory?org=org-a&q=view+of+the+sea', 'sea view');
      await row(page, 'sea view').click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Text').fill('Wants a sea view above all');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Edit' }).waitFor();
      await row(page, 'Wants a sea view above all').waitFor();
      await keepPicture(page, 'memory-insight-light-1280');
      await page.getByRole('button', { name: 'Forget' }).click();
      await confirm('Forget');
      await gone();
      expect(JSON.stringify(await answer('/admin/insights?org=org-a'))).not.toContain('sea view');
    });

    it('adds, finds, changes and deletes a fact of the org', async () => {
      // Only org A has a key of a provider.
      await open('/knowledge?org=org-b', 'offline model does not read facts');
      await open('/knowledge?org=org-a', 'Commission');
      await page.getByRole('button', { name: 'Add a fact' }).click();
      const [title, save] = [page.getByLabel('Title'), page.getByRole('button', { name: 'Save' })];
      await title.fill('Refunds'.padEnd(400, '!'));
      await page.getByLabel('Text').fill('A deposit is refunded within 14 days.');
      await save.click();
      await page.getByText('280 characters too many: at most 120').waitFor();
      expect(await title.inputValue()).toHaveLength(400);
      await title.fill('Refunds');
      await save.click();
      await row(page, 'Refunds').waitFor();
      expect(await page.getByRole('note').count()).toBe(0);
      await open('/knowledge?org=org-a&q=qwertyzz', 'Facts: no match');
      await page.getByText(/^Matches: 0. Also in every prompt: .*Commission/).waitFor();
      await open('/knowledge?org=org-a&q=Is+my+deposit+refunded', 'Refunds');
      await row(page, 'Refunds').click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Text').fill('A deposit is refunded within 7 days.');
      await keepPicture(page, 'knowledge-form-light-1280');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('within 7 days').first().waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await confirm('Delete');
      await gone();
      expect(JSON.stringify(await answer('/admin/knowledge?org=org-a'))).not.toContain('Refunds');
    });

    it('shows a program with its calls, and runs it again', async () => {
      await open(`/turns/${programTurn}/programs?org=org-a&back=%2Ftraces`, 'Program 1.0');
      await page.getByRole('link', { name: 'Back to the traces' }).waitFor();
      await page.getByRole('button', { name: 'Run it again' }).click();
      await page.getByText('Same result').waitFor();
      await expectSound(page);
      await keepPicture(page, 'program-light-1280');
    });

    it('moves a request to its next state', async () => {
      await open('/requests?org=org-a', 'Drone videos of plots');
      await row(page, 'Drone videos').click();
      await page.getByRole('button', { name: 'Planned' }).click();
      await why('next quarter');
      await confirm('Move');
      await gone();
      const { items } = (await answer('/admin/requests?org=org-a&status=planned')) as {
        items: { title: string }[];
      };
      expect(items.map(({ title }) => title)).toContain('Drone videos of plots');
    });
  });

  it('says what to do on an empty page', async () => {
    for (const [address, says] of EMPTY_PAGES) {
      const empty = await pages.visit('quiet', address);
      await empty.getByText(says).first().waitFor();
      await expectSound(empty);
    }
  });

  it('shows each role its allowed actions, and says why others are not', async () => {
    const analyst = await pages.visit('analyst', '/flags/tool_broker');
    const listed = analyst.getByRole('navigation', { name: 'Pages' });
    await analyst.getByRole('heading', { name: 'Pinned conversations' }).waitFor();
    expect(await analyst.getByRole('button', { name: /Change|Share|Undo|Kill|Pin/ }).count()).toBe(0);
    expect(await listed.getByRole('link', { name: /Inbox|Users|Audit/ }).count()).toBe(0);
    for (const [address, says] of [
      ['/inbox', 'Decisions: only for members and admins'],
      ['/users', 'Users and keys: only for admins'],
      ['/audit', 'Audit logs: only for admins'],
      ['/models?tab=keys', 'Provider keys: only for admins'],
      ['/settings?tab=webhooks', 'Webhooks: only for members and admins'],
      ['/settings?tab=secret', 'Webhook secrets: only for admins'],
    ] as const) {
      await pages.visit('analyst', address);
      await analyst.getByRole('heading', { name: says }).waitFor();
    }
    await pages.visit('analyst', '/memory');
    await analyst.getByText('Your role cannot read this').first().waitFor();
    const member = await pages.visit('member', '/settings');
    await row(member, 'MODEL_ROUNDS').click();
    await member.getByText('Only admins of the org can change settings.').waitFor();
    await pages.visit('member', '/inbox?tab=webhook');
    await row(member, 'turn.completed').click();
    await member.getByText('Only admins of Aphrodite Homes can decide this.').waitFor();
  });
}

describePages('the pages that steer, in a browser', steering, { SECRETS_KEY: 'of the browser tests' });
