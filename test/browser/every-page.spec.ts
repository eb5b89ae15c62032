import { until } from './browser.fixture.ts';
import { seedConsole } from './console-seed.fixture.ts';
import { describePages, type ConsolePages } from './pages.fixture.ts';
import { PAGES } from './steering-pages.fixture.ts';
import { seedPages } from './steering-seed.fixture.ts';

function everyPage(pages: ConsolePages): void {
  beforeAll(async () => {
    await seedConsole(pages.admin);
    await seedPages(pages.admin, await pages.api('platform'));
    // One of the listed users.
    await pages.api('analyst');
  });

  it.each(PAGES)('%s is readable', (name, address, shows) =>
    pages.looksRight(name, address, async (page) => {
      await page.getByText(shows).first().waitFor();
      await until(page, `document.querySelector('[role="status"] .mantine-Loader-root') === null`);
    }),
  );
}

describePages('every page that steers, with data', everyPage, { SECRETS_KEY: 'of the browser tests' });
