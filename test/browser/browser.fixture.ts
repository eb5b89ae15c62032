import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { SignedIn } from '../../apps/admin/src/admin.fixture.ts';
import { isLongRun } from '../harness/services.ts';

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const QUIET_START = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'
).split(' ');
/** Timeout. Nothing on this machine takes longer unless it fails. */
const STEP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
const AXE = readFileSync(createRequire(path.resolve('package.json')).resolve('axe-core/axe.min.js'), 'utf8');

/** The installed browser; `npm test` reports where it found it. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? CHROMIUM_PATHS.find((candidate) => existsSync(candidate));
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: QUIET_START });
}

/** A wide window with the light colour scheme and a signed-in user. */
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

/** A page that records console messages and failed requests. */
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

/** Violations that axe rates serious or critical. */
export async function seriousFindings(page: Page): Promise<AxeFinding[]> {
  // Injected through the debugger, because the page's content security policy allows no foreign script.
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

/**
 * Expects no serious axe violation, and nothing out of sight: no content larger than the window, no menu or list larger
 * than its place. A matrix has a column for each row of another list, so it alone may be scrolled sideways.
 */
export async function expectSound(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  const beyond = await page.evaluate(
    `(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      ({ right: scrollWidth - clientWidth, below: scrollHeight - clientHeight, cut:
        [...document.querySelectorAll('nav[aria-label="Pages"], [role="group"][aria-label$=", list"]:not([aria-label^="Flags by org"])')]
          .filter((part) => part.scrollWidth > part.clientWidth || (part.matches('nav') && part.scrollHeight > part.clientHeight))
          .map((part) => part.ariaLabel) }))(document.documentElement)`,
  );
  expect(beyond).toEqual({ right: 0, below: 0, cut: [] });
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
/** Each width and each colour scheme once; a long run checks all combinations. */
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

/**
 * Opens a page by `show` and expects, in each width and scheme, no serious axe violation and no content larger than the
 * window. The page stays open when its window and scheme change; a long run opens it anew for each.
 */
export async function expectSoundLooks(
  page: Page,
  name: string,
  show: () => Promise<unknown>,
): Promise<void> {
  for (const [index, { size, colorScheme }] of LOOKS.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    if (index === 0 || isLongRun) await show();
    await until(page, `document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`);
    // Even the shortest colour transition takes a frame.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    // Inherited colours follow one after the other.
    await until(page, 'document.getAnimations().every((one) => !(one instanceof CSSTransition))');
    await expectSound(page);
    await keepPicture(page, `${name}-${colorScheme}-${size.width}`);
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A long run saves screenshots of the pages in `test/output`, for review by people. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (isLongRun) await page.screenshot({ path: path.resolve(`test/output/${name}.png`) });
}

/**
 * Waits until `expression` is true in the page. It polls through the debugger, because Playwright's own wait needs
 * `eval`, which the content security policy forbids.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + STEP_TIMEOUT_MS;
  while (!(await page.evaluate(expression))) {
    if (performance.now() > deadline) throw new Error(`Never came true: ${expression}`);
    await delay(POLL_MS);
  }
}
