import type { Page } from 'playwright-core';
import { consoleConversationPage } from '#contracts/console';
import { OrgService } from '#identity';
import { expectSoundLooks } from './browser.fixture.ts';
import { describePages } from './pages.fixture.ts';

const ORG = 'workshop';
/** The panels of a project that agents write, with a real worker process beside the console. */
describePages('the panels beside a project, in a browser', (pages) => {
  beforeAll(async () => {
    await pages.admin.app
      .get(OrgService)
      .create({ slug: ORG, name: 'Workshop', packs: ['ohm'], defaultPack: 'ohm' });
    await pages.startWorker();
  });

  async function say(page: Page, text: string): Promise<void> {
    const done = page.getByText('Completed', { exact: true });
    const before = await done.count();
    await page.getByLabel('Text of the message').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await done.nth(before).waitFor();
  }
  const links = (page: Page) => page.getByRole('navigation', { name: 'Panels' });
  const link = (page: Page, name: string) => links(page).getByRole('link', { name });
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  async function conversation(): Promise<string> {
    const path = `/admin/conversations?org=${ORG}`;
    const { items } = await pages.read('platform', path, consoleConversationPage);
    return `/conversations/${items[0]?.id}`;
  }

  it('opens the panel that a reply opens, beside its turn', async () => {
    const page = await pages.visit('platform', `/playground?org=${ORG}`);
    const log = page.getByRole('log', { name: 'First run, turns' });
    const made = await log.elementHandle();
    await say(page, 'My plan is a temperature logger based on an ESP32');
    await panel(page, 'Context').getByText('temperature logger').first().waitFor();
    // The turns stay in place when panels open beside them.
    expect(await made?.evaluate((div) => div.isConnected && div.getAttribute('role'))).toBe('log');
    expect(await links(page).getByRole('link').allTextContents()).toEqual([
      expect.stringMatching(/^Context\d of 3$/),
      'Budgetempty',
      'Parts',
      'BOMempty',
      'Wiringempty',
      'Codeempty',
      'Summaryempty',
      'Memory',
      'Tools',
    ]);
    await panel(page, 'Context').getByText('MVP', { exact: true }).click();
    await page.waitForURL(/drawer=mvp/);
    await link(page, 'Code').click();
    await panel(page, 'Code').getByText('No version yet.').waitFor();

    await say(page, 'Put together the parts list');
    await panel(page, 'BOM').getByText('14.75').first().waitFor();
    await link(page, 'Context').click();
    await panel(page, 'Context').waitFor();
    await say(page, 'Add an OLED display to the parts list');
    await link(page, 'BOM').getByText('v2').waitFor();
    const shown = () => panel(page, 'BOM').getByText('SSD1306', { exact: false }).first().waitFor();
    await expectSoundLooks(page, 'panels-playground', shown);
    await page.keyboard.press('Escape');
    await panel(page, 'BOM').waitFor({ state: 'detached' });
  });

  it('shows the parts of the list, and searches the whole catalogue', async () => {
    const page = await pages.visit('platform', `${await conversation()}?drawer=components`);
    const own = panel(page, 'In this project');
    await own.getByText('1 × ESP32 DevKit V1').waitFor();
    await own.getByText('for less: NodeMCU ESP8266, 3.60 USD').waitFor();
    const catalogue = panel(page, 'Catalogue');
    await page.getByLabel('Find in Catalogue').fill('i2c');
    await catalogue.getByText('1 in the project').waitFor();
    expect(await catalogue.getByText('Breadboard').count()).toBe(0);
    await page.getByLabel('Find in Catalogue').fill('teapot');
    await catalogue.getByText('No match.').waitFor();
    await page.getByLabel('Find in Catalogue').fill('');
    await expectSoundLooks(page, 'panels-parts', () => own.getByText('1 × ESP32 DevKit V1').waitFor());
  });

  it('opens only the panels in its link, and follows later events', async () => {
    const address = await conversation();
    const page = await pages.visit('platform', address);
    await link(page, 'BOM').getByText('v2').waitFor();
    expect(await links(page).locator('[aria-current]').count()).toBe(0);
    const api = await pages.api('platform');
    const conversationId = address.split('/').at(-1);
    const send = (text: string) =>
      api.send('POST', `/admin/playground/messages?org=${ORG}`, { body: { text, conversationId } });
    expect((await send('How do I wire it?')).status).toBe(202);
    await panel(page, 'Wiring').getByText('DATA').first().waitFor();
    await page.keyboard.press('Escape');
    await panel(page, 'Wiring').waitFor({ state: 'detached' });
  });

  it('creates a summary on request, and shows it as soon as it is ready', async () => {
    const address = await conversation();
    const api = await pages.api('platform');
    const page = await pages.visit('platform', `${address}?drawer=summary`);
    const completed = page.getByRole('region', { name: 'Messages' }).getByText('Completed', { exact: true });
    const answered = async (text: string) => {
      const before = await completed.count();
      const body = { text, conversationId: address.split('/').at(-1) };
      const { status } = await api.send('POST', `/admin/playground/messages?org=${ORG}`, { body });
      expect(status).toBe(202);
      await completed.nth(before).waitFor();
    };
    await link(page, 'Summary').getByText('v1').waitFor();
    await answered('We decided to go with a grey case');
    await panel(page, 'Summary').getByRole('button', { name: 'Update summary' }).click();
    await page.getByText('A worker is updating the summary').waitFor();
    await link(page, 'Summary').getByText('v2').waitFor();

    // An artifact written behind another panel is marked as unread until somebody opens it.
    await link(page, 'Memory').click();
    await answered('We decided to go with a white lid');
    expect((await api.send('POST', `/admin${address}/summary`)).status).toBe(202);
    await link(page, 'Summary').getByText('updated').waitFor();
    await link(page, 'Summary').click();
    await link(page, 'Summary').getByText('v3').waitFor();
  });
});
