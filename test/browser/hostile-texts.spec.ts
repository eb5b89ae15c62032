import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { addSpans, addToolCall, addTurn, type AddedTurn } from '../../apps/admin/src/console-rows.fixture.ts';
import { addProgram } from '../../apps/admin/src/programs/programs.fixture.ts';
import { addModelUse, addWaitingRun } from '../../apps/admin/src/overview/screens.fixture.ts';
import { withClient } from '../harness/with-client.ts';
import { until } from './browser.fixture.ts';
import { describePages, type ConsolePages } from './pages.fixture.ts';
import { PAGES } from './steering-pages.fixture.ts';
import { seedPages } from './steering-seed.fixture.ts';

const TOOL = 'search_properties';
/** Short enough for names and ids. As markup it would set `planted`, and every element of it has this class. */
const NAME = '<img src=x onerror="planted=1" class="planted">';
const TEXT = [
  NAME,
  '"><script class="planted">planted=1</script>',
  '<svg class="planted" onload="planted=1"><a href="javascript:planted=1">a</a></svg>',
  '[b](javascript:planted=1) ![c](x "onerror=planted=1") <javascript:planted=1>',
  'javascript:planted=1',
  'data:text/html,<script>planted=1</script>',
  '\u001b]8;;javascript:planted=1\u0007ANSI\u001b[31m \u202egpj.planted\u2066',
].join('\n');

/** Columns whose text comes from contacts, models, tools, servers or users, by table. */
const COLUMNS = {
  api_keys: 'name prefix',
  approvals: 'tool arguments reason',
  artifact_versions: 'content agent warnings',
  artifacts: 'title',
  audit_log: 'target before after reason',
  broker_decisions: 'agent intents tools_offered tools_selected tools_missed found_by_search ranking reasons',
  conversations: 'contact_id agent channel pack recent_tools tools_denied',
  feature_request_occurrences: 'quote contact_id',
  feature_requests: 'title description',
  insights: 'contact_id text',
  invitations: 'email',
  knowledge_facts: 'title text source',
  messages: 'text',
  model_circuits: 'model failure',
  orgs: 'name',
  outbox_tasks: 'key error payload',
  saved_queries: 'name',
  tool_calls: 'arguments result',
  tool_definitions: 'name definition',
  tool_effects: 'tool arguments',
  tool_overrides: 'reason',
  tool_runs: 'arguments approval_arguments approval_reason result error',
  turns: 'contact_id error_message',
  users: 'name',
  webhook_deliveries: 'event url last_error',
};
const VALUES: Record<string, string> = {
  text: '$1::text',
  jsonb: `jsonb_build_object('description', $1::text, $1::text, $1::text)`,
  ARRAY: 'ARRAY[$1::text]',
};

/** Writes the texts past the checks of the API, as an older version or another writer could have stored them. */
async function plant(url: string, text = TEXT): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ table_name: string; column_name: string; data_type: string }>(
      `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    for (const [table, names] of Object.entries(COLUMNS)) {
      const values = names.split(' ').map((name) => {
        const column = rows.find((one) => one.table_name === table && one.column_name === name);
        return `${name} = ${VALUES[column?.data_type ?? '']}`;
      });
      await client.query(`UPDATE ${table} SET ${values.join(', ')}`, [text]);
    }
    await client.query(
      `UPDATE turn_steps SET outcome = replace(outcome::text, 'return', trim('"' FROM to_jsonb($1::text)::text))::jsonb`,
      [TEXT],
    );
    await client.query(
      `INSERT INTO mcp_server_states (process, server, app, state, tools, restarts, error, since, seen_at)
       VALUES (gen_random_uuid(), 'estio/' || $1, 'worker', 'ready', jsonb_build_array($1::text), 0, $2, now(), now())`,
      [NAME, TEXT],
    );
  });
}

async function addArtifact(
  { admin }: ConsolePages,
  { id, conversationId }: { id: string; conversationId: string },
  kind: string,
  content: string | object,
): Promise<void> {
  await admin.database.forOrg(admin.orgA.id, async (tx) => {
    await tx.execute(
      `INSERT INTO artifacts (org_id, id, conversation_id, contact_id, kind, title, current_version, created_at, updated_at)
       VALUES ($1, $2, $3, 'maria', $4, 'x', 1, now(), now())`,
      [id, conversationId, kind],
    );
    const column = typeof content === 'string' ? 'content' : 'content_json';
    await tx.execute(
      `INSERT INTO artifact_versions (org_id, artifact_id, version, conversation_id, ${column}, bytes, content_hash, strategy,
         lines_added, lines_removed, created_by_kind, created_at)
       VALUES ($1, $2, 1, $3, $4, 1, 'h', 'replace', 1, 0, 'agent', now())`,
      [id, conversationId, content],
    );
  });
}

/** A conversation with code and parts, after {@link plant}, which leaves no pack and no structure. */
async function addProject(pages: ConsolePages): Promise<string> {
  const { admin } = pages;
  const { conversationId } = await addTurn(admin.database, { orgId: admin.orgA.id });
  await admin.query(`UPDATE conversations SET pack = 'ohm' WHERE org_id = $1 AND id = $2`, [conversationId]);
  const texts = { name: TEXT, category: TEXT, status: TEXT, interfaces: [TEXT] };
  const part = { ...texts, id: NAME, quantity: 1, lineTotal: 1, required: true, priceSource: 'unknown' };
  const code = { files: [{ path: NAME, content: TEXT, language: NAME }], entryPoint: NAME };
  const ids = () => ({ id: randomUUID(), conversationId });
  await addArtifact(pages, ids(), 'code', { ...code, libraries: [{ name: TEXT, version: TEXT }] });
  await addArtifact(pages, ids(), 'bom', { components: [part] });
  return conversationId;
}

/** One row of everything that the console lists, with plain texts. @returns the turn that has all of them. */
async function seed(pages: ConsolePages): Promise<AddedTurn & { programTurn: string; modelSpan: string }> {
  const { admin } = pages;
  const { database, orgA } = admin;
  const orgId = orgA.id;
  const platform = await pages.api('platform');
  const inbox = await seedPages(admin, platform);
  const turn = await addTurn(database, {
    orgId,
    state: 'failed',
    reply: 'x',
    agent: NAME,
    error: { class: 'UNKNOWN', message: 'x' },
  });
  const spans = await addSpans(database, orgId, turn, [
    { name: TEXT, kind: 'turn', startMs: 0, durationMs: 90, agent: NAME, error: TEXT },
    {
      name: NAME,
      kind: 'tool',
      parent: TEXT,
      startMs: 1,
      durationMs: 9,
      tool: NAME,
      model: NAME,
      input: { [TEXT]: TEXT },
      output: TEXT,
      toolCalls: [{ name: TEXT, arguments: { [TEXT]: TEXT } }],
      thoughtSteps: [TEXT],
      attributes: { [TEXT]: TEXT, url: 'javascript:planted=1' },
    },
    {
      name: 'model',
      kind: 'model',
      parent: TEXT,
      startMs: 11,
      durationMs: 9,
      model: NAME,
      input: {
        system: TEXT,
        messages: [
          { role: 'user', text: TEXT, parts: [{ kind: 'text', name: TEXT, text: TEXT }], pictures: [TEXT] },
          { role: NAME, name: TEXT, text: TEXT, toolCalls: [{ name: TEXT, arguments: { [TEXT]: TEXT } }] },
          { role: 'tool', name: TEXT, text: JSON.stringify({ [TEXT]: TEXT }) },
        ],
      },
      output: TEXT,
      toolCalls: [{ name: 'run_program', arguments: { code: TEXT } }],
    },
  ]);
  const of = { conversation_id: turn.conversationId, turn_id: turn.id };
  await admin.addRow('outbox_tasks', of);
  await addToolCall(database, { orgId, tool: TOOL, turnId: turn.id, createdAt: new Date() });
  await addToolCall(database, { orgId, tool: NAME, turnId: turn.id, createdAt: new Date() });
  await addWaitingRun(database, orgId, { userId: platform.session.user.id, tool: TOOL });
  await addModelUse(database, orgId, { model: NAME, costUsd: 1, daysAgo: 0 });
  const { conversationId } = turn;
  await addArtifact(pages, { id: inbox.approvalId, conversationId }, 'brief', 'x');
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await platform.send(method, `/admin/${path}?org=org-a`, { body });
    expect([path, answer.status]).toEqual([path, expect.any(Number)]);
    expect(answer.ok).toBe(true);
  };
  const override = { description: TEXT, whenToUse: [TEXT], examples: [TEXT] };
  await send('PUT', `tools/${TOOL}/override`, { override, seenVersion: 0, reason: TEXT });
  await send('POST', 'analytics/queries', { name: 'x', shared: true, parameters: { measures: 'turns' } });
  await send('POST', 'mcp-servers', { name: 'shop', url: 'https://mcp.example.com/mcp', headers: {} });
  const modelSpan = spans.get('model') ?? '';
  return { ...turn, modelSpan, programTurn: await addProgram(admin.database, admin.orgA.id) };
}

/** Reads from a page what the texts became besides text: a script that ran, elements, handlers, links. */
const FINDINGS = `({
  ran: window.planted !== undefined,
  elements: [...document.querySelectorAll('.planted, img, iframe, object, embed, script:not([src])')].map((one) => one.outerHTML),
  handlers: [...document.querySelectorAll('*')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).map((one) => one.outerHTML),
  links: [...document.querySelectorAll('a[href], area[href], form[action]')].map((one) => one.href ?? one.action).filter((link) => new URL(link).origin !== location.origin),
})`;
const CLEAN = { ran: false, elements: [], handlers: [], links: [] };

/** The lines with a planted text that are cut, each with whether its beginning is in sight. */
const CUT_LINES = `(() => {
  const lines = [];
  const texts = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (!/^(كم|What)/.test(text.data)) continue;
    const range = new Range();
    range.setStart(text, 0);
    range.setEnd(text, 2);
    const { left, right } = range.getBoundingClientRect();
    for (let part = text.parentElement; part !== null; part = part.parentElement) {
      if (getComputedStyle(part).textOverflow !== 'ellipsis' || part.clientWidth === 0) continue;
      const frame = part.getBoundingClientRect();
      lines.push([part.textContent, left > frame.left - 1 && right < frame.right + 1]);
    }
  }
  return lines;
})()`;

describePages(
  'texts of others, in a browser',
  (pages) => {
    let turn: Awaited<ReturnType<typeof seed>>;
    let project: string;
    let page: Page;
    const dialogs: string[] = [];
    beforeAll(async () => {
      turn = await seed(pages);
      await plant(pages.admin.env.DATABASE_URL!);
      project = await addProject(pages);
      page = await pages.visit('platform', '/overview');
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
    });

    /** Opens the page, and the details of its first row. @returns whether the texts are in it. */
    async function shows(address: string): Promise<unknown> {
      await page.goto(pages.admin.url + address, { waitUntil: 'networkidle' });
      expect([address, await page.evaluate(FINDINGS)]).toEqual([address, CLEAN]);
      // The orgs of a flag are links, not rows with details.
      if (!address.startsWith('/flags/') && (await page.locator('[data-row-id]').count()) > 0) {
        await page.keyboard.press('j');
        await page.waitForURL(/selected=/);
        await until(page, `document.querySelector('[role="status"] .mantine-Loader-root') === null`);
        expect([address, await page.evaluate(FINDINGS)]).toEqual([address, CLEAN]);
      }
      return page.evaluate(`document.documentElement.innerHTML.includes('planted')`);
    }

    /** No script asked anything, and the browser reported no error but the refused requests that it logs itself. */
    function quiet(): void {
      const complaints = Object.values(pages.complaints()).flat();
      expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
      expect(dialogs).toEqual([]);
    }

    function addresses(): string[] {
      const tabs = (path: string, names: string) =>
        names.split(' ').map((tab) => `${path}${path.includes('?') ? '&' : '?'}tab=${tab}`);
      const quoted = encodeURIComponent(NAME);
      const conversation = `/conversations/${turn.conversationId}`;
      return [
        ...PAGES.map(([, address]) => address),
        ...tabs('/inbox?org=org-a', 'approval effect definition webhook'),
        ...tabs('/broker?org=org-a', 'overview misses modes gaps'),
        ...tabs('/queues?org=org-a', 'queues work jobs schedules'),
        ...tabs('/tools?org=org-a', 'all deprecated'),
        ...tabs(`/tools/${TOOL}?org=org-a`, 'metadata users schema run query scope history'),
        ...['', '?drawer=brief', '?drawer=memory', '?drawer=tools', `?turn=${turn.id}`].map(
          (search) => conversation + search,
        ),
        ...['agent', 'model', 'tool', 'intent'].map(
          (by) => `/analytics?org=org-a&measures=turns&by=${by}&agent=${quoted}`,
        ),
        '/turns?org=org-a',
        `/turns?org=org-a&contact=${quoted}&q=${quoted}`,
        `/turns/${turn.id}`,
        `/turns/${turn.id}?back=javascript:planted=1`,
        `/turns/${turn.id}?back=//planted.example`,
        `/turns/${turn.programTurn}/programs?org=org-a`,
        `/traces?org=org-a&tool=${quoted}`,
        `/traces/${turn.traceId}?find=planted`,
        '/conversations?org=org-a',
        '/mcp-servers?org=org-a',
        `/playground?org=org-a&from=${turn.id}`,
      ];
    }

    it('are shown as text on every page and in its details', async () => {
      const silent: string[] = [];
      for (const address of addresses()) if (!(await shows(address))) silent.push(address);
      expect(silent).toEqual([]);
      quiet();
    });

    it('are shown as text in the messages of a model, in code and in parts', async () => {
      await shows(`/turns/${turn.id}?span=${turn.modelSpan}`);
      const shown = () => page.locator('summary').allTextContents();
      expect(await shown()).toEqual(
        expect.arrayContaining(['system', 'user, attached', 'calls run_program']),
      );
      for (const drawer of ['code', 'components', 'bom']) {
        expect([drawer, await shows(`/conversations/${project}?drawer=${drawer}`)]).toEqual([drawer, true]);
      }
      quiet();
    });

    it('are shown as text where they name a page that does not exist', async () => {
      for (const path of ['flags', 'tools', 'turns', 'conversations', 'traces', 'nothing'])
        await shows(`/${path}/${encodeURIComponent(NAME)}`);
      quiet();
    });

    it.each([
      ['كم القسط الشهري لشقة بسعر 200 ألف؟ ', 1_280],
      ['كم القسط الشهري لشقة بسعر 200 ألف؟ ', 390],
      ['What is the monthly rate of a flat? ', 1_280],
    ])('are cut at their end in every list: %s, %i px', async (text, width) => {
      await plant(pages.admin.env.DATABASE_URL!, text.repeat(9));
      await page.setViewportSize({ width, height: 800 });
      const cut: unknown[] = [];
      const lists = [
        '/turns',
        '/conversations',
        '/queues?tab=work',
        '/broker?tab=misses',
        '/tools?org=org-a',
      ];
      for (const address of [...PAGES.map(([, path]) => path), ...lists]) {
        await page.goto(pages.admin.url + address, { waitUntil: 'networkidle' });
        await page.locator('main').waitFor();
        cut.push(...((await page.evaluate(CUT_LINES)) as unknown[][]).map((line) => [address, ...line]));
      }
      expect(cut.filter((line) => !(line as unknown[])[2])).toEqual([]);
      expect(cut.length).toBeGreaterThan(20);
      pages.complaints();
    });

    it('are downloaded, not opened', async () => {
      const api = await pages.api('platform');
      const { headers } = await api.get('/admin/analytics/download?format=csv&measures=turns&by=agent');
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment;/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    });
  },
  { SECRETS_KEY: 'of the browser tests' },
);
