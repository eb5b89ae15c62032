import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { z } from 'zod';
import { OrgService } from '#identity';
import { openAdmin, type AdminFixture, type SignedIn } from '../../apps/admin/src/admin.fixture.ts';
import { AppProcess } from '../harness/app-process.ts';
import { describeWith } from '../harness/services.ts';
import { expectSoundLooks, launchBrowser, openPage, signedInContext } from './browser.fixture.ts';

const WEB_FOLDER = path.resolve('dist/apps/admin/web');
/** Users who open the pages; each signs in once. */
const VISITORS = {
  platform: { email: 'root@platform.example', role: 'platform_admin', org: null },
  admin: { email: 'boss@a.example', role: 'org_admin', org: 'orgA' },
  member: { email: 'member@a.example', role: 'member', org: 'orgA' },
  analyst: { email: 'analyst@a.example', role: 'analyst', org: 'orgA' },
  quiet: { email: 'boss@quiet.example', role: 'org_admin', org: 'quiet' },
} as const;
export type VisitorName = keyof typeof VISITORS;

interface Visitor {
  context: BrowserContext;
  page: Page;
  complaints: string[];
  api: SignedIn;
}

/**
 * Pages of the console, with data and without, on their own installation.
 *
 * @param env settings of the deployment that replace the defaults
 */
export function describePages(
  name: string,
  suite: (pages: ConsolePages) => void,
  env?: Record<string, string>,
): void {
  describeWith(['postgres', 'chromium'], name, () => {
    const pages = new ConsolePages();
    beforeAll(() => pages.open(env));
    afterAll(() => pages.close());
    afterEach(() => expect(pages.complaints()).toEqual({}));
    suite(pages);
  });
}

/** One installation and one browser for a suite: the suite fills org A, org B stays empty. */
export class ConsolePages {
  admin!: AdminFixture;
  browser!: Browser;
  private worker?: AppProcess;
  private readonly visitors = new Map<VisitorName, Visitor>();

  async open(env?: Record<string, string>): Promise<void> {
    [this.admin, this.browser] = await Promise.all([
      openAdmin({ webFolder: WEB_FOLDER, env }),
      launchBrowser(),
    ]);
  }

  async close(): Promise<void> {
    await this.worker?.stop();
    await this.browser?.close();
    await this.admin?.close();
  }

  /** Opens `address` as this user, who signs in the first time. */
  async visit(name: VisitorName, address: string): Promise<Page> {
    const { page } = await this.visitor(name);
    await page.goto(this.admin.url + address);
    return page;
  }

  /** Calls the console's API as this user, to read an effect. */
  async api(name: VisitorName): Promise<SignedIn> {
    return (await this.visitor(name)).api;
  }

  /** Reads an answer of the console's API as this user. */
  async read<Schema extends z.ZodType>(
    name: VisitorName,
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const answer = await (await this.api(name)).get(path);
    return schema.parse(await answer.json());
  }

  /** Starts a worker beside the console, with the offline model; it ends with the console. */
  async startWorker(): Promise<void> {
    this.worker = await AppProcess.start('worker', {
      ...this.admin.env,
      HOST: '127.0.0.1',
      MODEL_PROVIDER: 'offline',
      EMBEDDING_PROVIDER: 'offline',
    });
  }

  /**
   * Checks a page in each width and colour scheme.
   *
   * @param settled waits for the content for which the page is opened
   */
  async looksRight(name: string, address: string, settled: (page: Page) => Promise<unknown>): Promise<void> {
    const { page } = await this.visitor('platform');
    await expectSoundLooks(page, name, async () => {
      await page.goto(this.admin.url + address);
      await settled(page);
    });
  }

  /** Returns and clears all console messages and failed requests, by user. */
  complaints(): Record<string, string[]> {
    return Object.fromEntries(
      [...this.visitors].flatMap(([name, { complaints }]) =>
        complaints.length > 0 ? [[name, complaints.splice(0)]] : [],
      ),
    );
  }

  /** The third org has no data, whatever a suite seeds. */
  private async orgId(org: 'orgA' | 'quiet'): Promise<string> {
    if (org === 'orgA') return this.admin.orgA.id;
    return (await this.admin.app.get(OrgService).create({ slug: org, name: 'Quiet Homes' })).id;
  }

  private async visitor(name: VisitorName): Promise<Visitor> {
    const known = this.visitors.get(name);
    if (known) return known;
    const { email, role, org } = VISITORS[name];
    await this.admin.addUser(email, role, org && (await this.orgId(org)));
    const api = await this.admin.signIn(email);
    const context = await signedInContext(this.browser, this.admin.url, api);
    const visitor = { ...(await openPage(context)), context, api };
    this.visitors.set(name, visitor);
    return visitor;
  }
}

/** A row of a list or table that contains `text`. */
export function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text }).first();
}
