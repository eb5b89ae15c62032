import { describePages, type VisitorName } from '../pages.fixture.ts';

/** An address that names an org that does not exist, or that its visitor may not see. */
describePages('the org of an address', (pages) => {
  it.each<[VisitorName, string, string, string]>([
    ['platform', '/turns?org=no-such-org&channel=chat', 'There is no org “no-such-org”', 'Show all orgs'],
    [
      'analyst',
      '/analytics?org=org-b',
      'Your access is to the org “org-a” alone, not to “org-b”',
      'Show Aphrodite Homes',
    ],
    [
      'admin',
      '/users?org=nobody',
      'Your access is to the org “org-a” alone, not to “nobody”',
      'Show Aphrodite Homes',
    ],
  ])(
    'says to a visitor without access that no rows are shown: %s %s',
    async (visitor, address, why, leave) => {
      const page = await pages.visit(visitor, address);
      await page.getByText(why).waitFor();
      expect(await page.locator('main').getByRole('row').count()).toBe(0);
      await page.getByRole('link', { name: leave }).click();
      await page.getByText(why).waitFor({ state: 'detached' });
      expect(page.url()).toBe(pages.admin.url + address.replace(/org=[a-z-]+&?/, '').replace(/\?$/, ''));
      // The page requested its rows while it was loaded.
      const complaints = Object.values(pages.complaints()).flat();
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    },
  );
});
