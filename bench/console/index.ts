// npm run bench -- console: time until pages show their rows, and smoothness of scrolling a long trace. See README.md
// beside this file.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { Rollups } from '#analytics';
import { openAdmin } from '../../apps/admin/src/admin.fixture.ts';
import { launchBrowser } from '../../test/browser/browser.fixture.ts';
import { seedConsole } from '../../test/browser/console-seed.fixture.ts';
import { seedPages } from '../../test/browser/steering-seed.fixture.ts';
import { readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { summarize } from '../statistics.ts';
import { recordFrames, scrollThrough } from './frames.ts';
import { addLongTrace } from './long-trace.ts';

const WEB_FOLDER = path.resolve('dist/apps/admin/web');
const EMAIL = 'root@platform.example';
const MAX_FRAME_MS = 50;

/** Path, and a text that shows that the rows are loaded. */
const PAGES: Record<string, [address: string, shows: string]> = {
  overview: ['/overview', 'Alerts'],
  conversations: ['/conversations?org=org-a', 'maria'],
  turns: ['/turns?org=org-a', 'near the sea'],
  traces: ['/traces?org=org-a', 'searcher'],
  tools: ['/tools', 'add_code_file'],
  flags: ['/flags?tab=list', 'tool_broker'],
  analytics: ['/analytics?org=org-a&measures=turns&by=agent', 'negotiator'],
  models: ['/models?org=org-a', 'Routing savings'],
  settings: ['/settings?org=org-a', 'MODEL_ROUNDS'],
  users: ['/users?org=org-a', 'analyst@a.example'],
  audit: ['/audit?org=org-a', 'a fifth of them'],
  memory: ['/memory?org=org-a', 'sea view'],
  inbox: ['/inbox?org=org-a', 'send_email'],
};

const { spans, rounds } = readOptions('console', {
  spans: whole(10_000, 'spans of the long trace', { most: 10_000 }),
  rounds: whole(5, 'page loads per page'),
});
if (!existsSync(WEB_FOLDER)) throw new Error('The console is not built: npm run build');

const admin = await openAdmin({ webFolder: WEB_FOLDER, env: { SECRETS_KEY: 'of the benchmark' } });
let browser: Browser | undefined;
try {
  await admin.addUser(EMAIL, 'platform_admin', null);
  await admin.addUser('admin@a.example', 'org_admin', admin.orgA.id);
  await admin.addUser('member@a.example', 'member', admin.orgA.id);
  await admin.addUser('analyst@a.example', 'analyst', admin.orgA.id);
  const platform = await admin.signIn(EMAIL);
  await seedConsole(admin);
  await seedPages(admin, platform);
  await admin.app.get(Rollups).roll();
  const turn = await addLongTrace(admin, spans);
  browser = await launchBrowser();

  const shown: Record<string, { ms: number[]; cpuMs: number[]; bytes: number }> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, [address, shows]] of Object.entries(PAGES)) {
      const { context, page } = await freshPage(browser, platform.cookie);
      const metrics = await page.context().newCDPSession(page);
      await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.goto(admin.url + address, { waitUntil: 'commit' });
      await page
        .getByText(shows)
        .first()
        .waitFor()
        .catch((error: unknown) => {
          throw new Error(`${address} never showed “${shows}”`, { cause: error });
        });
      const kept = (shown[name] ??= { ms: [], cpuMs: [], bytes: 0 });
      kept.ms.push(await answersAtMs(page));
      kept.cpuMs.push(await computedMs(metrics));
      kept.bytes = await loadedBytes(page);
      await context.close();
    }
  }
  const { context, page } = await freshPage(browser, platform.cookie);
  await recordFrames(page);
  const opened = performance.now();
  await page.goto(`${admin.url}/turns/${turn.id}`);
  await page.getByRole('treeitem').nth(10).waitFor();
  const traceShownMs = performance.now() - opened;
  const { framesMs, taskCpuMs } = await scrollThrough(browser, page, '[role="tree"][aria-label="Spans"]');
  const rowsInPage = await page.getByRole('treeitem').count();
  await context.close();

  const byPage = Object.fromEntries(
    Object.entries(shown).map(([name, { ms, cpuMs, bytes }]) => [
      name,
      { ...summarize(ms, [50, 100]), cpu: summarize(cpuMs, [50]).p50, bytes },
    ]),
  );
  const largest = Object.entries(shown).toSorted(([, a], [, b]) => b.bytes - a.bytes)[0]?.[0] ?? '';
  writeResult(
    'console',
    { rounds, spans },
    {
      largestPage: largest,
      largestPageMs: summarize(shown[largest]?.ms ?? [], [50, 100]),
      byPageMs: byPage,
      trace: {
        shownMs: Math.round(traceShownMs),
        rowsInPage,
        frames: framesMs.length,
        frameMs: summarize(framesMs, [50, 99, 100]),
        framesOver50Ms: framesMs.filter((ms) => ms > MAX_FRAME_MS).length,
        taskCpuMs: summarize(taskCpuMs, [50, 99, 100]),
        tasksOver50CpuMs: taskCpuMs.filter((ms) => ms > MAX_FRAME_MS).length,
      },
    },
  );
} finally {
  await browser?.close();
  await admin.close();
}

/** A new, signed-in browser context without a cache. */
async function freshPage(of: Browser, cookie: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await of.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: admin.url }]);
  return { context, page: await context.newPage() };
}

/** Milliseconds from navigation until the page has its rows and handles input. */
async function answersAtMs(page: Page): Promise<number> {
  const answered = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))`;
  return (await page.evaluate(answered)) as number;
}

/** CPU time of the page's main thread, which load from other processes does not increase. */
async function computedMs(metrics: CDPSession): Promise<number> {
  const answer = await metrics.send('Performance.getMetrics');
  return (answer.metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

/** Bytes of scripts, styles, fonts and responses transferred over the network. */
async function loadedBytes(page: Page): Promise<number> {
  return (await page.evaluate(
    `performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)`,
  )) as number;
}
