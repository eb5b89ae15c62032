import { describePages } from '../pages.fixture.ts';

/** What an address says of an org that there is not. */
describePages('the choice of an org', (pages) => {
  // The page asks for its rows while it is found out that there is no such org.
  const refusedAtMost = (visitor: string) =>
    expect(
      Object.entries(pages.complaints()).filter(
        ([name, complaints]) => name !== visitor || complaints.some((text) => !text.includes('404')),
      ),
    ).toEqual([]);

  describe('The org of an address', () => {
    it('that is unknown is said, and all orgs are shown', async () => {
      const page = await pages.visit('platform', '/turns?org=no-such-org&channel=chat');
      const notice = page.getByRole('alert').filter({ hasText: 'No org “no-such-org”' });
      // It goes by itself after a while; who does not wait closes it by name.
      await notice.getByRole('button', { name: 'Close', exact: true }).waitFor();
      await page.waitForURL(
        (url) => !url.searchParams.has('org') && url.searchParams.get('channel') === 'chat',
      );
      expect(await page.getByRole('combobox', { name: 'Org' }).inputValue()).toBe('All orgs');
      refusedAtMost('platform');
    });

    it('that is another’s is said like one that there is not, and the own one is shown', async () => {
      const page = await pages.visit('admin', '/flags?org=org-b');
      await page.getByText('“org-b” is not one of your orgs').waitFor();
      await page.waitForURL((url) => !url.searchParams.has('org'));
      await page.getByRole('heading', { name: 'Flags' }).waitFor();
      refusedAtMost('admin');
    });
  });
});
