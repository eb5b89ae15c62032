import { describePages } from '../pages.fixture.ts';

/** An address that names an org that does not exist. */
describePages('the choice of an org', (pages) => {
  // The page requests its rows while the org is being looked up.
  const refusedAtMost = (visitor: string) =>
    expect(
      Object.entries(pages.complaints()).filter(
        ([name, complaints]) => name !== visitor || complaints.some((text) => !text.includes('404')),
      ),
    ).toEqual([]);

  it('reports an unknown org, and shows all orgs', async () => {
    const page = await pages.visit('platform', '/turns?org=no-such-org&channel=chat');
    const notice = page.getByRole('alert').filter({ hasText: 'No org “no-such-org”' });
    // The message disappears after a while; its named button closes it earlier.
    await notice.getByRole('button', { name: 'Close', exact: true }).waitFor();
    await page.waitForURL(
      (url) => !url.searchParams.has('org') && url.searchParams.get('channel') === 'chat',
    );
    expect(await page.getByRole('combobox', { name: 'Org' }).inputValue()).toBe('All orgs');
    refusedAtMost('platform');
  });

  it('treats another user’s org like an unknown one, and shows the own org', async () => {
    const page = await pages.visit('admin', '/flags?org=org-b');
    await page.getByText('“org-b” is not one of your orgs').waitFor();
    await page.waitForURL((url) => !url.searchParams.has('org'));
    await page.getByRole('heading', { name: 'Flags' }).waitFor();
    refusedAtMost('admin');
  });
});
