import type { Page } from 'playwright-core';
import { flagDetail } from '#contracts';
import { describePages, row } from '../pages.fixture.ts';

/** The name of an org in the matrix; the other cells of its row link to a flag. */
const nameOf = (page: Page, org: string) => row(page, org).getByRole('cell').first();

describePages('flags in the console', (pages) => {
  it('leads from the column head of its matrix to each flag', async () => {
    const page = await pages.visit('platform', '/flags');
    await row(page, 'Aphrodite Homes').waitFor();
    await page.getByRole('columnheader', { name: 'semantic_memory' }).getByRole('link').click();
    await page.waitForURL(/\/flags\/semantic_memory/);
    await page.getByRole('heading', { name: /semantic_memory/ }).waitFor();
  });

  it('opens every flag of an org beside the matrix, and leads from one to its page at that org', async () => {
    const page = await pages.visit('platform', '/flags');
    await nameOf(page, 'Aphrodite Homes').click();
    await page.waitForURL(/selected=org-a/);
    const peek = page.getByRole('region', { name: 'Flags: Aphrodite Homes' });
    const flags = peek.getByRole('listitem');
    await flags.first().waitFor();
    expect(await flags.count()).toBe((await page.getByRole('columnheader').count()) - 1);
    expect(await flags.filter({ hasText: 'semantic_memory' }).textContent()).toContain('declared default');
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    await nameOf(page, 'Aphrodite Homes').click();
    await peek.getByRole('link', { name: /semantic_memory/ }).click();
    await page.waitForURL(/\/flags\/semantic_memory\?at=org-a$/);
    await row(page, 'Aphrodite Homes').waitFor();
  });

  it('asks for a missing reason, by button and by keys, and then changes the flag', async () => {
    const page = await pages.visit('platform', '/flags/context_injection');
    await page.getByRole('button', { name: 'Change the value of Baltic Estates' }).click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await reason.and(page.locator('[required]')).waitFor();
    expect(await dialog.getByText('Enter a reason').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await page.locator(':focus').and(reason).waitFor();
    await dialog.getByRole('combobox', { name: 'Value' }).focus();
    await page.keyboard.press('Control+Enter');
    await page.locator(':focus').and(reason).waitFor();
    await page.keyboard.type('as it is');
    expect(await dialog.getByText('Enter a reason').count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    const { flag } = await pages.read('platform', '/admin/flags/context_injection', flagDetail);
    expect(flag.orgs.find(({ org }) => org.slug === 'org-b')?.own.value).toBe(true);
  });

  it('shows a share without effect as not in effect, and says why', async () => {
    const api = await pages.api('platform');
    const set = async (body: object) =>
      expect((await api.send('POST', '/admin/flags/tool_search/set', { body })).status).toBe(200);
    await set({ at: { place: 'share', org: 'org-b' }, value: true, percent: 25, why: 'a quarter' });
    await set({ at: { place: 'org', org: 'org-b' }, value: true, why: 'all of them' });
    const page = await pages.visit('platform', '/flags/tool_search');
    const idle = row(page, 'Baltic Estates').locator('[title*="already get on"]');
    await idle.filter({ hasText: 'no effect' }).waitFor();
    await pages.visit('platform', '/flags');
    await row(page, 'Baltic Estates').waitFor();
    expect(await row(page, 'Baltic Estates').textContent()).not.toContain('25');
    await page.setViewportSize({ width: 390, height: 844 });
    await row(page, 'Baltic Estates').getByText('tool_search on').waitFor();
    expect(await row(page, 'Baltic Estates').textContent()).not.toContain('25');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
