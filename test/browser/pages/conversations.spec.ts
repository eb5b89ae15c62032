import { randomUUID } from 'node:crypto';
import { addSpans, addTurn, type AddedTurn } from '../../../apps/admin/src/console-rows.fixture.ts';
import { usualSpans } from '../../../apps/admin/src/usual-spans.fixture.ts';
import { describePages, row, type ConsolePages } from '../pages.fixture.ts';

const MINUTE_MS = 60_000;

/** A conversation of three turns in two languages, with a brief of two versions. */
async function seed({ admin }: ConsolePages): Promise<AddedTurn> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
  const { database, orgA } = admin;
  for (let index = 0; index < 12; index += 1)
    await addTurn(database, { orgId: orgA.id, contact: `c-${index}`, createdAt: ago(60 + index * 40) });
  const first = await addTurn(database, {
    orgId: orgA.id,
    contact: 'elena.k',
    text: 'I am looking for a holiday home with lemon trees',
    reply: 'Welcome! Where would you like it to be, and what is your budget?',
    createdAt: ago(12),
  });
  const { conversationId } = first;
  await addTurn(database, {
    orgId: orgA.id,
    contact: 'elena.k',
    conversationId,
    seq: 2,
    text: 'أريد منزلاً بحديقة في ليماسول بأقل من ٣٠٠ ألف يورو',
    reply: 'وجدت ثلاثة منازل (prop-0112)، أقربها بسعر 285,000 يورو.',
    createdAt: ago(8),
  });
  const last = await addTurn(database, {
    orgId: orgA.id,
    contact: 'elena.k',
    conversationId,
    seq: 3,
    state: 'failed',
    text: 'Book a viewing for Tuesday at ten, please',
    error: { class: 'MODEL_UNAVAILABLE', message: 'No model answered: openai 503' },
    createdAt: ago(3),
  });
  await addSpans(database, orgA.id, last, usualSpans());
  await addArtifact(admin, conversationId);
  return last;
}

/** Two versions of a brief, as an agent writes them. */
async function addArtifact({ database, orgA }: ConsolePages['admin'], conversationId: string): Promise<void> {
  const id = randomUUID();
  const texts = [
    '# Brief\n\nA garden.\n\nUnder 300k.',
    '# Brief\n\nA garden with lemon trees.\n\nUnder 300k.',
  ];
  await database.forOrg(orgA.id, async (tx) => {
    await tx.execute(
      `INSERT INTO artifacts (org_id, id, conversation_id, contact_id, kind, title, current_version, created_at, updated_at)
       VALUES ($1, $2, $3, 'elena.k', 'brief', 'What Elena looks for', 2, now(), now())`,
      [id, conversationId],
    );
    for (const [index, text] of texts.entries())
      await tx.execute(
        `INSERT INTO artifact_versions (org_id, artifact_id, version, conversation_id, content, bytes, content_hash, strategy,
           lines_added, lines_removed, created_by_kind, agent, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'replace', 1, 1, 'agent', 'searcher', now())`,
        [id, index + 1, conversationId, text, text.length, `hash-${index}`],
      );
  });
}

describePages('conversations, turns and traces in the console', (pages) => {
  describe('Conversations', () => {
    let turn: AddedTurn;
    beforeAll(async () => {
      turn = await seed(pages);
    });
    const address = (rest = '') => `/conversations/${turn.conversationId}${rest}`;

    it('finds a conversation by words of its messages, and opens it', async () => {
      const page = await pages.visit('member', '/conversations');
      await page.getByRole('table', { name: 'Conversations' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('lemon trees');
      await page.waitForURL(/q=lemon/);
      await row(page, 'elena.k').click();
      await page.waitForURL(new RegExp(turn.conversationId));
      const arabic = page
        .getByRole('region', { name: 'Messages' })
        .locator('[dir="auto"]', { hasText: 'منزلاً' });
      expect(await arabic.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
    });

    it('shows each turn’s steps below it, and leads from a step to its span', async () => {
      const page = await pages.visit('member', address());
      await page.getByRole('button', { name: /Failed/ }).click();
      await page.getByRole('link', { name: 'execute_tool search_properties' }).click();
      await page.waitForURL(/\/turns\/.*span=/);
      const span = page.getByRole('region', { name: /Span execute_tool/ });
      await span.getByRole('link', { name: 'search_properties' }).click();
      await page.waitForURL(/\/tools\/search_properties/);
    });

    it('shows an artifact with its versions and their differences', async () => {
      const page = await pages.visit('member', address('?drawer=brief'));
      const panel = page.getByRole('region', { name: 'Brief' });
      await panel.getByText('A garden with lemon trees.').waitFor();
      await panel.getByRole('combobox', { name: 'Compared with' }).click();
      await page.getByRole('option', { name: '1' }).click();
      await panel.getByText('added: ').waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
    });

    it('open from anywhere by the contact', async () => {
      const page = await pages.visit('member', '/overview');
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command palette' }).fill('elena.k');
      await page.getByRole('option', { name: 'Conversations of elena.k' }).click();
      await page.waitForURL(/\/conversations\?contact=elena\.k$/);
      await row(page, 'elena.k').waitFor();
    });

    it('looks right', async () => {
      await pages.looksRight('conversations', '/conversations?org=org-a', (page) =>
        row(page, 'elena.k').waitFor(),
      );
      await pages.looksRight('conversation', address(`?drawer=brief&turn=${turn.id}`), async (page) => {
        await page.getByText('A garden with lemon trees.').waitFor();
        await page.getByRole('link', { name: 'execute_tool search_properties' }).waitFor();
      });
    });
  });

  describe('Traces', () => {
    it('finds turns, and those that called a tool that a facet counts', async () => {
      const page = await pages.visit('member', '/traces');
      await row(page, 'Success').waitFor();
      const tool = page.getByRole('region', { name: 'Tool', exact: true });
      expect(await page.getByRole('region', { name: 'Org', exact: true }).count()).toBe(0);
      await tool.getByRole('button', { name: 'search_properties 1' }).click();
      await page.waitForURL(/tool=search_properties/);
      await page.getByText('Traces: 1 in total').waitFor();
      // The other values stay in the list, so that one click selects another.
      await tool.getByRole('button', { name: 'store_insight 1' }).waitFor();
      await tool.getByRole('button', { name: 'search_properties', pressed: true }).click();
      await page.waitForURL((url) => !url.searchParams.has('tool'));
      await row(page, 'Find 2 bedroom').or(row(page, 'Book a viewing')).waitFor();
      await page.goto(`${pages.admin.url}/traces?tool=calculate_mortgage`);
      await page.getByText('Traces: no match for these filters').waitFor();
      await tool.getByRole('button', { name: 'calculate_mortgage 0', pressed: true }).waitFor();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await row(page, 'Success').click();
      await page.getByRole('region', { name: /^Trace / }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/turns\/.*span=/);
    });

    it('filters by both ends of a range, and by start time', async () => {
      const page = await pages.visit('member', '/traces');
      await row(page, 'Success').waitFor();
      await page.getByRole('button', { name: 'Ranges' }).click();
      const ranges = page.getByRole('form', { name: 'Ranges' });
      await ranges.getByLabel('Worker time to, ms').fill('2.5');
      await ranges.getByLabel('Cost to, USD').fill('0.75');
      await ranges.getByLabel('Began before').fill('2026-01-31T09:00:00');
      await ranges.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/maxMs=2\.5.*maxCost=0\.75.*to=2026-01-3/);
      await page.getByText('Traces: no match for these filters').waitFor();
      await page.getByRole('button', { name: /^Before 31 Jan 2026.*remove this filter/ }).click();
      await page.waitForURL((url) => !url.searchParams.has('to') && url.searchParams.has('maxMs'));
      await page.getByRole('button', { name: 'Ranges (2)' }).waitFor();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await row(page, 'Success').waitFor();
    });
  });
});
