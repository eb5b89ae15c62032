import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  openAdmin,
  TEST_PASSWORD,
  type AdminFixture,
  type SignedIn,
} from '../../apps/admin/src/admin.fixture.ts';
import { expectSound, launchBrowser, openPage } from './browser.fixture.ts';

const OUTPUT = path.resolve('test/output');
const WEB_FOLDER = path.resolve('dist/apps/admin/web');
/** Pages are looked at after many others; a machine that is busy with other suites needs its time. */
const STEP_TIMEOUT_MS = 60_000;
const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
];

/** Who visits the pages; each signs in once. */
const VISITORS = {
  platform: { email: 'root@platform.example', role: 'platform_admin' },
  admin: { email: 'boss@a.example', role: 'org_admin' },
  member: { email: 'member@a.example', role: 'member' },
  analyst: { email: 'analyst@a.example', role: 'analyst' },
} as const;
export type VisitorName = keyof typeof VISITORS;

interface Visitor {
  context: BrowserContext;
  page: Page;
  complaints: string[];
  api: SignedIn;
}

/** One installation and one browser for all pages: org A is theirs to fill, org B stays empty. */
export class ConsolePages {
  admin!: AdminFixture;
  private browser!: Browser;
  private readonly visitors = new Map<VisitorName, Visitor>();

  async open(): Promise<void> {
    mkdirSync(OUTPUT, { recursive: true });
    [this.admin, this.browser] = await Promise.all([openAdmin({ webFolder: WEB_FOLDER }), launchBrowser()]);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.admin?.close();
  }

  /** Opens `address` as that visitor, who is signed in the first time. */
  async visit(name: VisitorName, address: string): Promise<Page> {
    const { page } = await this.visitor(name);
    await page.goto(this.admin.url + address);
    return page;
  }

  /** The console's API as that visitor, to read an effect back. */
  async api(name: VisitorName): Promise<SignedIn> {
    return (await this.visitor(name)).api;
  }

  /**
   * Looks at a page in light and dark, wide and narrow: nothing serious for axe, nothing wider than the window, a
   * screenshot of each in `test/output`.
   *
   * @param settled waits for what the page is opened for.
   * @param options `brief` takes one look of each kind: for the further views of a page.
   */
  async looksRight(
    name: string,
    address: string,
    settled: (page: Page) => Promise<unknown>,
    { brief = false } = {},
  ): Promise<void> {
    const { page } = await this.visitor('platform');
    for (const { width, scheme } of brief ? LOOKS.slice(0, 2) : LOOKS) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
      await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
      await page.goto(this.admin.url + address);
      await settled(page);
      await expectSound(page);
      await page.screenshot({ path: path.join(OUTPUT, `${name}-${scheme}-${width}.png`) });
    }
    await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', 'light')`);
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  /** Everything that consoles and failed requests complained about, by visitor. Taken: it is said once. */
  complaints(): Record<string, string[]> {
    return Object.fromEntries(
      [...this.visitors].flatMap(([name, { complaints }]) =>
        complaints.length > 0 ? [[name, complaints.splice(0)]] : [],
      ),
    );
  }

  private async visitor(name: VisitorName): Promise<Visitor> {
    const known = this.visitors.get(name);
    if (known) return known;
    const { email, role } = VISITORS[name];
    await this.admin.addUser(email, role, role === 'platform_admin' ? null : this.admin.orgA.id);
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
    const { page, complaints } = await openPage(context);
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    await page.goto(`${this.admin.url}/turns`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const visitor = { context, page, complaints, api: await this.admin.signIn(email) };
    this.visitors.set(name, visitor);
    return visitor;
  }
}

/** A row of a list or table that holds `text`. */
export function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text }).first();
}
