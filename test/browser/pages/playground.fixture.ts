import { consoleConversationPage } from '#contracts/console';
import type { ConsolePages } from '../pages.fixture.ts';

export function playgroundPage(pages: ConsolePages): void {
  describe('Playground', () => {
    it('sends a message, whose turn is watched', async () => {
      const page = await pages.visit('member', '/playground?beside=yes');
      const text = 'Is there a flat with a sea view in Limassol?';
      await page.getByLabel('Text of the message').fill(text);
      await page.keyboard.press('Enter');
      const turns = page.getByRole('log', { name: 'First run, turns' });
      await turns.getByText(text).waitFor();
      await turns.getByText('Waits for a worker.').waitFor();
      const api = await pages.api('member');
      const found = consoleConversationPage.parse(
        await (await api.get('/admin/conversations?q=Limassol%3F')).json(),
      );
      const { contactId } = { contactId: `playground:${api.session.user.id}` };
      expect(found.items).toMatchObject([
        { contactId, turns: 1 },
        { contactId, turns: 1 },
      ]);
    });

    it('is not for analysts, and asks for an org', async () => {
      const page = await pages.visit('analyst', '/playground');
      await page.getByText('Messages are for people who work in an org').waitFor();
      const all = await pages.visit('platform', '/playground');
      await all.getByRole('combobox', { name: 'Pick one' }).click();
      await all.getByRole('option', { name: 'Aphrodite Homes' }).click();
      await all.waitForURL('**/playground?org=org-a');
      await all.getByPlaceholder('Write a message; Enter sends it').waitFor();
    });

    it('looks right', async () => {
      await pages.looksRight('playground', '/playground?org=org-a&beside=yes', async (page) => {
        await page.getByRole('log', { name: 'Second run, turns' }).waitFor();
      });
    });
  });

  describe('MCP servers', () => {
    it('adds a server, which waits for approval, and removes it', async () => {
      const page = await pages.visit('admin', '/mcp-servers');
      await page.getByRole('button', { name: 'Add a server' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('weather');
      await dialog.getByLabel('Address').fill('https://mcp.example.com/mcp');
      await dialog.getByRole('button', { name: 'Add' }).click();
      const server = page.getByRole('region', { name: 'weather' });
      await server.getByText('Waits for approval').waitFor();
      await server.getByRole('button', { name: 'Remove…' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('weather is removed').waitFor();
      const answer = (await (await (await pages.api('admin')).get('/admin/mcp-servers')).json()) as {
        items: { name: string }[];
      };
      expect(answer.items.map(({ name }) => name)).not.toContain('weather');
    });

    it('looks right', async () => {
      await pages.looksRight('mcp-servers', '/mcp-servers?org=org-a', (page) =>
        page.getByRole('heading', { name: 'MCP servers' }).waitFor(),
      );
    });
  });
}
