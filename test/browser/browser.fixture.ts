import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { SignedIn } from '../../apps/admin/src/admin.fixture.ts';
import { isLongRun } from '../harness/services.ts';

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const QUIET_START = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Nothing on this machine takes longer; what does will not come at all. */
const STEP_TIMEOUT_MS = 60_000;
const AXE = readFileSync(createRequire(path.resolve('package.json')).resolve('axe-core/axe.min.js'), 'utf8');

/** The browser of this machine; `npm test` says where it found it. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? CHROMIUM_PATHS.find((candidate) => existsSync(candidate));
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: QUIET_START });
}

/** A light, wide window of somebody who has signed in. */
export async function signedInContext(
  browser: Browser,
  url: string,
  { cookie }: Pick<SignedIn, 'cookie'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: WIDE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  return context;
}

/** A page that remembers everything that its console, or a failed request, complained about. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { page, complaints };
}

export interface AxeFinding {
  rule: string;
  impact: string;
  where: string[];
}

/** What axe finds that is serious or worse. */
export async function seriousFindings(page: Page): Promise<AxeFinding[]> {
  // Injected as a debugger does it: the page's content security policy lets no foreign script in.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const answer = await session.send('Runtime.evaluate', {
    expression: `axe.run({ resultTypes: ['violations'] }).then((result) => JSON.stringify(result.violations
      .filter((violation) => ['serious', 'critical'].includes(violation.impact))
      .map((violation) => ({ rule: violation.id, impact: violation.impact, where: violation.nodes.slice(0, 5).map((node) => node.html + ' :: ' + node.failureSummary) }))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(answer.result.value)) as AxeFinding[];
}

/** Nothing serious for axe, and nothing larger than the window: pages scroll inside themselves. */
export async function expectSound(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  const beyond = await page.evaluate(
    `(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      ({ right: scrollWidth - clientWidth, below: scrollHeight - clientHeight }))(document.documentElement)`,
  );
  expect(beyond).toEqual({ right: 0, below: 0 });
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
/** Each width and each scheme once; a long run looks at each scheme in each width. */
const LOOKS = [
  { size: WIDE, colorScheme: 'light' },
  { size: NARROW, colorScheme: 'dark' },
  ...(isLongRun
    ? ([
        { size: WIDE, colorScheme: 'dark' },
        { size: NARROW, colorScheme: 'light' },
      ] as const)
    : []),
] as const;

/** Opens a page by `show` in each look: nothing serious for axe, and nothing larger than the window. */
export async function expectSoundLooks(
  page: Page,
  name: string,
  show: () => Promise<unknown>,
): Promise<void> {
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await show();
    await until(page, `document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`);
    // However fast one colour passes into another, it takes a frame.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await expectSound(page);
    await keepPicture(page, `${name}-${colorScheme}-${size.width}`);
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A long run keeps pictures of the pages in `test/output`, for people to look at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (isLongRun) await page.screenshot({ path: path.resolve(`test/output/${name}.png`) });
}

/**
 * Waits until `expression` is true in the page. Asked for through the debugger again and again: what Playwright itself
 * would run inside the page needs `eval`, which the content security policy forbids.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + STEP_TIMEOUT_MS;
  while (!(await page.evaluate(expression))) {
    if (performance.now() > deadline) throw new Error(`Never came true: ${expression}`);
  }
}
