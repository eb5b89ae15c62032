import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { consoleToolDetail } from '#contracts/console';
import { addDecision } from '../../../apps/admin/src/broker/broker-decision.fixture.ts';
import { addToolCall } from '../../../apps/admin/src/console-rows.fixture.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const TOOL = 'search_properties';

async function seed({ admin }: ConsolePages): Promise<void> {
  const userId = randomUUID();
  for (let index = 0; index < 40; index += 1) {
    await addToolCall(admin.database, {
      orgId: admin.orgA.id,
      tool: index % 3 === 0 ? 'store_insight' : TOOL,
      success: index % 13 !== 0,
      userId,
      createdAt: new Date(Date.now() - index * 3_600_000),
    });
  }
  // Some users write Greek, in which no tool has words.
  for (let turn = 0; turn < 8; turn += 1)
    await addDecision(admin.database, admin.orgA.id, { language: 'el' });
}

describePages('tools in the console', (pages) => {
  beforeAll(() => seed(pages));

  it('lists every tool with its uses, and finds one', async () => {
    const page = await pages.visit('admin', '/tools');
    await page.getByRole('table', { name: 'Tools' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('store_ins');
    await page.waitForURL(/q=store_ins/);
    await row(page, 'store_insight').waitFor();
    expect(await row(page, 'store_insight').textContent()).toContain('14');
    await pages.visit('admin', '/tools?q=no-such-tool');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('tools.csv');
  });

  it('shows the languages in which a tool has words, and finds tools without the users’ language', async () => {
    const page = await pages.visit('admin', '/tools?lacks=el&q=store_ins');
    await row(page, 'store_insight').getByText('lacks el').waitFor();
    await pages.visit('admin', '/tools?lacks=ar&q=store_ins');
    await page.getByText('Tools: no match for these filters').waitFor();
    await pages.visit('admin', `/tools/${TOOL}`);
    await page.getByText('no texts in el, which users write').waitFor();
  });

  it('shows how long a tool takes, and who called it, over the selected time', async () => {
    const page = await pages.visit('admin', `/tools/${TOOL}`);
    await page.getByText('Mean time', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Time range' }).click();
    await page.getByRole('option', { name: 'Last day', exact: true }).click();
    await page.waitForURL(/days=1/);
    await page.getByRole('link', { name: 'by 1 user' }).click();
    await page.waitForURL(/tab=users/);
    const users = page.getByRole('table', { name: 'By org and user' });
    await users.getByRole('cell', { name: 'org-a' }).first().waitFor();
    expect(await users.textContent()).toContain('12\u00A0ms');
  });

  it('edits a description for an org after showing the difference, and reverts it', async () => {
    const page = await pages.visit('admin', `/tools/${TOOL}`);
    const description = 'Finds homes that are for sale or to let.';
    await page.getByLabel('Description').fill(description);
    await page.getByRole('button', { name: 'Save…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'Difference in description' }).waitFor();
    await dialog.getByLabel('Reason').fill('says what it finds');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/ saved\./).waitFor();
    const read = () => pages.read('admin', `/admin/tools/${TOOL}`, consoleToolDetail);
    expect((await read()).org?.override.description).toBe(description);
    await pages.visit('admin', `/tools/${TOOL}?tab=history`);
    await page.getByText('says what it finds').waitFor();
    await page.getByRole('button', { name: 'Reset to the file…' }).click();
    await dialog.getByLabel('Reason').fill('the file says it better');
    await dialog.getByRole('button', { name: 'Reset to the file' }).click();
    await page.getByText('reset to its file').waitFor();
    expect((await read()).org?.override).toEqual({});
  });

  /** Leaves a form by `act`, and answers the question. */
  const leave = async (page: Page, answer: 'dismiss' | 'accept', act: () => Promise<unknown>) => {
    const asked = page.waitForEvent('dialog').then((question) => question[answer]());
    await act();
    await asked;
  };

  it('asks before unsaved edits are lost', async () => {
    const page = await pages.visit('admin', `/tools/${TOOL}`);
    expect(await page.getByRole('button', { name: 'Save…' }).isDisabled()).toBe(true);
    await page.getByLabel('Description').fill('Finds homes, and');
    const schema = () => page.getByRole('link', { name: 'Schema' }).click();
    await leave(page, 'dismiss', schema);
    expect(await page.getByLabel('Description').inputValue()).toBe('Finds homes, and');
    await leave(page, 'accept', schema);
    await page.waitForURL(/tab=schema/);
  });

  it('asks before the text of a dialog or a panel is lost, not for a word or after it was saved', async () => {
    const page = await pages.visit('admin', '/knowledge');
    const [add, title, text] = [
      page.getByText('Add a fact'),
      page.getByLabel('Title'),
      page.getByLabel('Text'),
    ];
    const escape = () => page.keyboard.press('Escape');
    await add.click();
    await title.fill('Hours');
    await escape();
    await title.waitFor({ state: 'detached' });
    await add.click();
    await title.fill('Hours');
    await text.fill('Nine to five.');
    await leave(page, 'dismiss', escape);
    expect(await text.inputValue()).toBe('Nine to five.');
    await page.getByRole('button', { name: 'Save' }).click();
    await row(page, 'Nine to five.').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await text.fill('Nine to six.');
    await leave(page, 'accept', () => page.getByRole('button', { name: /^Close: Fact/ }).click());
    await page.waitForURL(/knowledge$/);
    await row(page, 'Nine to five.').waitFor();
  });

  it('shows which layers allow it', async () => {
    const page = await pages.visit('admin', `/tools/${TOOL}?tab=scope`);
    await page.getByRole('listitem').filter({ hasText: 'allows it' }).first().waitFor();
  });

  it('open from anywhere by their names, as flags do', async () => {
    const page = await pages.visit('analyst', '/overview');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const goTo = async (words: string, name: RegExp) => {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('combobox', { name: 'Command palette' });
      expect(await palette.inputValue()).toBe('');
      await palette.fill(words);
      await page.getByRole('option', { name }).click();
    };
    await goTo(TOOL.replaceAll('_', ' '), new RegExp(`^${TOOL} ?Tool$`));
    await page.waitForURL(new RegExp(`/tools/${TOOL}`));
    await goTo('tool_bro', /^tool_broker ?Flag$/);
    await page.waitForURL(/\/flags\/tool_broker/);
  });

  it('looks right', async () => {
    await pages.looksRight('tools', '/tools?org=org-a', (page) =>
      page.getByRole('table', { name: 'Tools' }).waitFor(),
    );
    await pages.looksRight('tool', `/tools/${TOOL}?org=org-a`, (page) =>
      page.getByLabel('Description').waitFor(),
    );
    const looks = (name: string, view: string, settled: (page: Page) => Promise<unknown>) =>
      pages.looksRight(name, `/tools/${TOOL}?org=org-a&tab=${view}`, settled);
    await looks('tool-schema', 'schema', (page) => page.getByText('Arguments').waitFor());
    await looks('tool-history', 'history', (page) =>
      page.getByText('Version 1', { exact: true }).first().waitFor(),
    );
    await looks('tool-query', 'query', async (page) => {
      await page.getByLabel('Message').fill('Find a flat with two bedrooms in Paphos');
      await page.getByRole('button', { name: 'Rank' }).click();
      await page.getByRole('table', { name: 'Ranking' }).waitFor();
    });
  });
});
