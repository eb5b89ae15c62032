import { gzipSync } from 'node:zlib';
import type { BrowserContext, ConsoleMessage, Page, Route } from 'playwright-core';
import { TEST_PASSWORD } from '../../apps/admin/src/admin.fixture.ts';
import { addTurn, type AddedTurn } from '../../apps/admin/src/console-rows.fixture.ts';
import { expectSoundLooks, keepPicture, openPage, seriousFindings, until } from './browser.fixture.ts';
import { seedConsole } from './console-seed.fixture.ts';
import { describePages, row } from './pages.fixture.ts';

const ADMIN_EMAIL = 'root@platform.example';
const MAX_FIRST_LOAD_JS_BYTES = 300 * 1024;

describePages('the console in a browser', (pages) => {
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let turn: AddedTurn;

  beforeAll(async () => {
    await pages.admin.addUser(ADMIN_EMAIL, 'platform_admin', null);
    await pages.admin.addUser('analyst@a.example', 'analyst', pages.admin.orgA.id);
    turn = await seedConsole(pages.admin);
    context = await pages.browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    ({ page, complaints } = await openPage(context));
  });

  async function signIn(on: Page, email: string): Promise<void> {
    await on.getByLabel('E-mail').fill(email);
    await on.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await on.getByRole('button', { name: 'Sign in' }).click();
    await on.getByRole('table', { name: 'Turns' }).waitFor();
  }

  /** Chromium logs a failed request itself, sometimes after the page has reported it. */
  async function chromiumNotes(what: string, act: () => Promise<unknown>): Promise<void> {
    const isIt = (message: ConsoleMessage) => message.text().includes(what);
    await Promise.all([page.waitForEvent('console', isIt), act()]);
    complaints.splice(0);
  }

  /** Opens the list with the session, but with an empty browser cache. */
  async function scriptsOfFirstLoad(): Promise<string[]> {
    const fresh = await pages.browser.newContext({ storageState: await context.storageState() });
    const visit = await fresh.newPage();
    const scripts: string[] = [];
    visit.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url());
    });
    await visit.goto(`${pages.admin.url}/turns`);
    await row(visit, 'Riga').waitFor();
    await fresh.close();
    return scripts;
  }

  it('asks for credentials, and reports wrong ones', async () => {
    await page.goto(`${pages.admin.url}/turns`);
    await page.getByLabel('E-mail').fill(ADMIN_EMAIL);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    expect(await page.title()).toBe('Sign in · Turnpike');
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'sign-in-light-1280');
    await chromiumNotes('401', () => page.getByRole('button', { name: 'Sign in' }).click());
    await page.getByText('Wrong e-mail or password.').waitFor();
    await signIn(page, ADMIN_EMAIL);
  });

  it('lists the turns of every org, or of the selected one', async () => {
    await row(page, 'Baltic').waitFor();
    await page.getByRole('combobox', { name: 'Org' }).click();
    await page.getByRole('option', { name: 'Aphrodite Homes' }).click();
    await page.waitForURL(/org=org-a/);
    await row(page, 'Baltic').waitFor({ state: 'detached' });
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('keeps filters in the address', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('شقة');
    await page.waitForURL(/q=/);
    const arabic = row(page, 'أبحث').locator('[dir="auto"]');
    await arabic.waitFor();
    expect(await arabic.getAttribute('lang')).toBe('ar');
    await page.reload();
    await row(page, 'أبحث').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL((url) => !url.search.includes('q='));
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.waitForURL(/state=failed/);
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  it('says that a turn or page does not exist', async () => {
    await chromiumNotes('422', () => page.goto(`${pages.admin.url}/turns/nope`));
    await page.getByRole('heading', { name: 'No turn nope' }).waitFor();
    await keepPicture(page, 'no-turn-light-1280');
    await page.getByRole('link', { name: 'All turns' }).click();
    await page.getByRole('table', { name: 'Turns' }).waitFor();
    await page.goto(`${pages.admin.url}/rooms`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.title()).toBe('Page not found · Turnpike');
    await page.getByRole('link', { name: 'Open the overview' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('leads from the id of a trace to its turn, or says that it has none', async () => {
    await page.goto(`${pages.admin.url}/traces/${turn.traceId.toUpperCase()}`);
    await page.waitForURL(`${pages.admin.url}/turns/${turn.id}`);
    await page.getByRole('treeitem', { name: /^queue/ }).waitFor();
    await page.getByText(/^12.ms in the queue$/).waitFor();
    const nothing = 'f'.repeat(32);
    await chromiumNotes('404', () => page.goto(`${pages.admin.url}/traces/${nothing}`));
    await page.getByRole('heading', { name: `No trace ${nothing}` }).waitFor();
    await page.goto(`${pages.admin.url}/traces/harbour`);
    await page.getByRole('heading', { name: 'No trace harbour' }).waitFor();
    await page.getByRole('link', { name: 'All traces' }).click();
    await page.getByRole('table', { name: 'Traces' }).waitFor();
    await page.goto(`${pages.admin.url}/turns`);
  });

  it('shows a new turn without a reload', async () => {
    const text = 'Is there a garden with lemon trees?';
    await addTurn(pages.admin.database, { orgId: pages.admin.orgA.id, text });
    await row(page, text).waitFor();
  });

  it('supports the keyboard, also to open a turn', async () => {
    await page.goto(`${pages.admin.url}/turns?org=org-a&q=near+the+sea`);
    await row(page, 'near the sea').waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/selected=/);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/turns/${turn.id}`));
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
  });

  it('draws the spans, and marks the critical path, failures and spans without an end', async () => {
    await until(page, `document.querySelector('[data-span="turn"] [data-bar]')?.offsetWidth > 100`);
    expect(await page.getByText('2 model, 1 tool').count()).toBe(1);
    expect(await page.getByRole('treeitem', { name: /search_properties.*critical path/ }).count()).toBe(1);
    expect(await page.getByRole('treeitem', { name: /store_insight.*failed/ }).count()).toBe(1);
    expect(await page.getByRole('treeitem', { name: /summarize.*no end/ }).count()).toBe(1);
  });

  it('shows the input and output of a span, and collapses it', async () => {
    await page.getByRole('treeitem', { name: /search_properties/ }).click();
    await page.waitForURL(/span=/);
    await page.getByRole('region', { name: /Span execute_tool search_properties/ }).waitFor();
    await page.getByText('"near_sea"').waitFor();
    const peek = page.getByRole('region', { name: /Span execute_tool search_properties/ });
    const wayTo = (name: string) => peek.getByRole('link', { name }).getAttribute('href');
    expect(await wayTo('search_properties')).toMatch(/^\/tools\/search_properties\?org=./);
    expect(await wayTo('tool_broker')).toMatch(/^\/flags\/tool_broker\?org=./);
    await page.getByRole('treeitem', { name: /^chat gpt-5-mini [^(]/ }).click();
    const call = page.getByRole('region', { name: 'Span chat gpt-5-mini' });
    // A line of the prompt is a line of the page.
    await call.getByText('Be brief.', { exact: true }).waitFor();
    await call.getByText('sell_boats: not known today').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const before = await page.getByRole('treeitem').count();
    await page.keyboard.press('w');
    await until(page, `document.querySelectorAll('[role="treeitem"]').length < ${before}`);
    await page.keyboard.press('e');
    await until(page, `document.querySelectorAll('[role="treeitem"]').length === ${before}`);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('returns with Esc to the previous place', async () => {
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.search.includes('span='));
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/turns\?.*q=.*selected=/);
  });

  it('has a command palette and a list of keys', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('dark');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await until(page, "document.documentElement.dataset.mantineColorScheme === 'dark'");
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'keyboard-dark-1280');
    await page.keyboard.press('Escape');
  });

  it('looks right', async () => {
    await page.evaluate(`localStorage.removeItem('mantine-color-scheme-value')`);
    const open = (address: string) => page.goto(pages.admin.url + address);
    await expectSoundLooks(page, 'turns', async () => {
      await open('/turns');
      await row(page, 'Riga').waitFor();
    });
    await expectSoundLooks(page, 'turn', async () => {
      await open(`/turns/${turn.id}`);
      await page.getByRole('treeitem', { name: /search_properties/ }).click();
      await page.getByText('"near_sea"').waitFor();
    });
  });

  it('is small', async () => {
    const urls = await scriptsOfFirstLoad();
    const scripts = await Promise.all(urls.map(async (url) => (await fetch(url)).arrayBuffer()));
    const gzipped = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(gzipped).toBeGreaterThan(0);
    expect(gzipped).toBeLessThan(MAX_FIRST_LOAD_JS_BYTES);
  });

  it('reports a failed sign-out, and stays usable', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const away = (route: Route) =>
      route.request().method() === 'DELETE' ? route.abort('connectionrefused') : route.continue();
    await page.route('**/admin/session', away);
    await page.getByRole('button', { name: /account and theme/ }).click();
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    await chromiumNotes('ERR_CONNECTION_REFUSED', () => signOut.click());
    await page.getByText('Sign-out failed').waitFor();
    await page.unroute('**/admin/session', away);
  });

  it('signs out', async () => {
    await page.getByRole('button', { name: /account and theme/ }).click();
    const { promise: shown, resolve: showSignIn } = Promise.withResolvers<void>();
    await page.route('**/admin/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      const answer = await route.fetch();
      await shown;
      return route.fulfill({ response: answer });
    });
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // The session has ended and the response is on its way: a page that is still open would send requests and get a
    // 401.
    await page.getByText('Signing you out').waitFor({ state: 'attached' });
    expect(await page.getByRole('table', { name: 'Turns' }).count()).toBe(0);
    showSignIn();
    await page.getByLabel('E-mail').waitFor();
  });

  it('logged no errors on the way', () => {
    expect(complaints).toEqual([]);
  });
});
