import type { Page, Request } from 'playwright-core';
import { describePages } from '../pages.fixture.ts';

const NO_TURN = '018f0000-0000-7000-8000-000000000000';
const ORG = 'org=org-a';

const PAGE_SCRIPT = /\/assets\/[a-z-]+-page-[^/]+\.js$/;

/** Each page with the content that it shows first. */
const PAGES: [address: string, ...asked: string[]][] = [
  [`/overview?${ORG}`, '/admin/overview'],
  [
    `/inbox?${ORG}&tab=approval`,
    '/admin/inbox?org=org-a&kind=approval&limit=100',
    '/admin/inbox?org=org-a&limit=1',
  ],
  [`/turns?${ORG}&state=failed`, '/admin/turns?'],
  [`/turns/${NO_TURN}`, `/admin/turns/${NO_TURN}`],
  [`/turns/${NO_TURN}/programs?${ORG}`, `/admin/turns/${NO_TURN}/programs?`],
  [`/conversations?${ORG}`, '/admin/conversations?'],
  [`/conversations/${NO_TURN}?${ORG}`, `/admin/conversations/${NO_TURN}`],
  [`/traces?${ORG}&days=7`, '/admin/traces?', '/admin/traces/facets?'],
  [`/playground?${ORG}&from=${NO_TURN}`, `/admin/turns/${NO_TURN}`],
  [`/broker?${ORG}`, '/admin/broker/metrics?org=org-a&by=day', '/admin/broker/metrics?org=org-a&by=tool'],
  [`/broker?${ORG}&tab=misses&tool=send_email`, '/admin/broker/misses?'],
  [`/broker?${ORG}&tab=modes`, '/admin/broker/modes?'],
  [`/broker?${ORG}&tab=rankers`, '/admin/broker/rankers?'],
  [`/flags?${ORG}`, '/admin/flags?'],
  [`/flags/tool_broker?${ORG}`, '/admin/flags/tool_broker?'],
  [`/tools?${ORG}`, '/admin/tools?'],
  [`/memory?${ORG}`, '/admin/insights?'],
  [`/knowledge?${ORG}`, '/admin/knowledge?', '/admin/playground/models?'],
  [`/requests?${ORG}`, '/admin/requests?'],
  [`/analytics?${ORG}`, '/admin/analytics/measures', '/admin/analytics/query?'],
  [`/models?${ORG}`, '/admin/spend?'],
  [`/models?${ORG}&tab=budgets`, '/admin/budgets?'],
  [`/models?${ORG}&tab=registry`, '/admin/models?'],
  [`/models?${ORG}&tab=keys`, '/admin/provider-keys?', '/admin/models?'],
  [`/models?${ORG}&tab=circuits`, '/admin/model-circuits?'],
  ['/queues', '/admin/queues'],
  ['/queues?tab=work', '/admin/outbox-tasks?'],
  [`/mcp-servers?${ORG}`, '/admin/mcp-servers?'],
  [`/settings?${ORG}`, '/admin/settings?'],
  [`/users?${ORG}`, '/admin/users?'],
  [`/audit?${ORG}`, '/admin/audit?'],
];

/** A page requests its data while its script loads, not after its first empty render. */
describePages('the first load of a page', (pages) => {
  let page: Page;
  beforeAll(async () => {
    page = await pages.visit('platform', '/audit');
    // No answer becomes old, and is read again, while a busy machine loads the page.
    await page.clock.setFixedTime(new Date());
  });

  it.each(PAGES)('requests the data of %s while its script loads, once', async (address, ...asked) => {
    const seen: string[] = [];
    const note = (request: Request) => seen.push(pathOf(request));
    page.on('request', note);
    const letGo = await hold(page, PAGE_SCRIPT);
    const early = asked.map((start) => page.waitForRequest((request) => pathOf(request).startsWith(start)));
    await page.goto(pages.admin.url + address, { waitUntil: 'commit' });
    await Promise.all(early);
    const ahead = seen.filter((one) => asked.some((start) => one.startsWith(start)));
    letGo();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    for (const one of ahead) expect(seen.filter((other) => other === one)).toEqual([one]);
    page.off('request', note);
    await page.unroute(PAGE_SCRIPT);
    pages.complaints(); // Chromium logs that the turn does not exist.
  });
});

const pathOf = (request: Request) => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};

/** Holds back matching requests until they are released. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}
