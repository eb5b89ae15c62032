import { describeWith } from '../harness/services.ts';
import { until } from './browser.fixture.ts';
import { seedConsole } from './console-seed.fixture.ts';
import { ConsolePages } from './pages.fixture.ts';
import { PAGES } from './steering-pages.fixture.ts';
import { seedPages } from './steering-seed.fixture.ts';

describeWith(['postgres', 'chromium'], 'every page that steers, with data', () => {
  const pages = new ConsolePages();
  beforeAll(async () => {
    await pages.open({ SECRETS_KEY: 'of the browser tests' });
    await seedConsole(pages.admin);
    await seedPages(pages.admin, await pages.api('platform'));
    // One of the listed users.
    await pages.api('analyst');
  });
  afterAll(() => pages.close());

  it.each(PAGES)('%s is readable', async (name, address, shows) => {
    await pages.looksRight(name, address, async (page) => {
      await page.getByText(shows).first().waitFor();
      await until(page, `document.querySelector('[role="status"] .mantine-Loader-root') === null`);
    });
    expect(pages.complaints()).toEqual({});
  });
});
