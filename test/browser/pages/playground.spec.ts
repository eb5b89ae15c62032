import { consoleConversationPage, conversationTurnPage, playgroundTurn } from '#contracts/console';
import { describePages } from '../pages.fixture.ts';

describePages('the playground and the MCP servers', (pages) => {
  describe('Playground', () => {
    it('sends a message, and follows its turn', async () => {
      const page = await pages.visit('member', '/playground?beside=yes');
      const text = 'Is there a flat with a sea view in Limassol?';
      await page.getByLabel('Text of the message').fill(text);
      await page.keyboard.press('Enter');
      const turns = page.getByRole('log', { name: 'First run, turns' });
      await turns.getByText(text).waitFor();
      await turns.getByText('Waiting for a worker.').waitFor();
      const api = await pages.api('member');
      const found = await pages.read('member', '/admin/conversations?q=Limassol%3F', consoleConversationPage);
      const contactId = `playground:${api.session.user.id}`;
      expect(found.items).toMatchObject([
        { contactId, turns: 1 },
        { contactId, turns: 1 },
      ]);
    });

    it('says that a turn does not exist, and stops requesting it', async () => {
      const page = await pages.visit('member', '/playground');
      const text = 'Is there anything with a pool?';
      await page.getByLabel('Text of the message').fill(text);
      const sent = page.waitForResponse((response) => response.url().includes('/admin/playground/messages'));
      await page.keyboard.press('Enter');
      const turns = page.getByRole('log', { name: 'First run, turns' });
      await turns.getByText('Waiting for a worker.').waitFor();
      const { turnId, conversationId } = playgroundTurn.parse(await (await sent).json());
      const { database, orgA } = pages.admin;
      await database.forOrg(orgA.id, (tx) =>
        tx.execute('DELETE FROM turns WHERE org_id = $1 AND id = $2', [turnId]),
      );
      await turns.getByRole('alert').getByText('It may have been deleted').waitFor();
      expect(await turns.getByText(text).count()).toBe(0);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      // The conversation beside it is requested less often.
      for (let polls = 0; polls < 2; polls += 1)
        await page.waitForResponse((response) => response.url().includes(`/conversations/${conversationId}`));
      expect(asked.filter((url) => url.includes(turnId))).toEqual([]);
      pages.complaints(); // Chromium logs the 404s itself.
    });

    it('writes as the user, and by another key as a contact', async () => {
      const page = await pages.visit('member', '/playground');
      const api = await pages.api('member');
      const write = page.getByRole('radiogroup', { name: 'Write' });
      const [oneself, contact] = ['As yourself', 'As the contact'].map((name) =>
        write.getByRole('radio', { name, exact: true }),
      );
      const turns = page.getByRole('log', { name: 'First run, turns' });
      const send = async (text: string, author: string) => {
        await page.getByLabel('Text of the message').fill(text);
        await page.keyboard.press('Enter');
        await turns
          .getByRole('article')
          .filter({ hasText: text })
          .getByText(author, { exact: true })
          .waitFor();
      };
      expect(await oneself!.isChecked()).toBe(true);
      await turns.getByText('“As yourself” runs tools as staff').waitFor();
      await send('Which leads are mine?', api.session.user.name);
      await oneself!.focus();
      await page.keyboard.press('ArrowRight');
      expect(await contact!.isChecked()).toBe(true);
      await page.waitForURL('**author=contact**');
      await send('Which flats do you have?', 'Contact');
      const link = page.getByRole('link', { name: 'Conversation', exact: true });
      const conversation = await link.getAttribute('href');
      const id = /conversations\/([0-9a-f-]+)/.exec(conversation ?? '')?.[1];
      const { items } = await pages.read('member', `/admin/conversations/${id}/turns`, conversationTurnPage);
      expect(items.map(({ messages }) => messages[0])).toMatchObject([
        { text: 'Which flats do you have?', authorKind: 'contact', authorName: null },
        { text: 'Which leads are mine?', authorKind: 'staff', authorName: api.session.user.name },
      ]);
    });

    it('is not available to analysts, and requires an org', async () => {
      const page = await pages.visit('analyst', '/playground');
      await page.getByText('Messages: only for members and admins').waitFor();
      const all = await pages.visit('platform', '/playground');
      await all.getByRole('combobox', { name: 'Pick an org' }).click();
      await all.getByRole('option', { name: 'Aphrodite Homes' }).click();
      await all.waitForURL('**/playground?org=org-a');
      await all.getByPlaceholder('Write a message. Enter sends it').waitFor();
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
      const [name, address] = [dialog.getByLabel('Name'), dialog.getByLabel('Address')];
      await name.fill('Weather');
      await address.fill('not a url');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByText('Expected snake_case', { exact: true }).waitFor();
      await dialog.getByText('Expected an absolute URL', { exact: true }).waitFor();
      expect(await dialog.getByRole('alert').textContent()).toBe('');
      expect(pages.complaints()).toEqual({ admin: [expect.stringContaining('422')] });
      await name.fill('weather');
      await address.fill('https://mcp.example.com/mcp');
      await dialog.getByRole('button', { name: 'Add' }).click();
      const server = page.getByRole('region', { name: 'weather' });
      await server.getByText('Waits for approval: processes connect').waitFor();
      await server.getByRole('button', { name: 'Remove…' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('weather removed').waitFor();
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
});
