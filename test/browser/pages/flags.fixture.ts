import { row, type ConsolePages } from '../pages.fixture.ts';

export function flagsPage(pages: ConsolePages): void {
  describe('Flags', () => {
    it('leads from the head of its matrix to each flag', async () => {
      const page = await pages.visit('platform', '/flags');
      await row(page, 'Aphrodite Homes').waitFor();
      await page.getByRole('columnheader', { name: 'semantic_memory' }).getByRole('link').click();
      await page.waitForURL(/\/flags\/semantic_memory/);
      await page.getByRole('heading', { name: /semantic_memory/ }).waitFor();
    });
  });
}
