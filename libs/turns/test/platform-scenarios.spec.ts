// Acceptance scenarios P4 to P7 of the platform's tools, through the whole pipeline on the offline model.
import { offlineFor, offlineHintsOf, OfflineModel } from '#offline-model';
import { platformTools } from '#tools';
import { type Pack, type Tool } from '#pack-kit';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

const MODEL_ROUNDS = 6;

/** A closer's tools: one that is always there, and those that are looked for. */
const generateContract: Tool = {
  ...plainTool('generate_contract'),
  description: 'Drafts the sale agreement or reservation contract of a deal as a PDF document.',
  whenToUse: ['A contract, an agreement or its papers are wanted.'],
  examples: ['Prepare the agreement for this deal', 'جهز عقد البيع'],
  tier: 'deferred',
};
const checkCalendar: Tool = {
  ...plainTool('check_calendar'),
  description: 'Lists free times of a sales agent.',
  whenToUse: ['A time for a viewing is wanted.'],
  examples: ['When is Maria free on Tuesday?', 'متى تكون ماريا متاحة؟'],
  tier: 'deferred',
};
const searchListings: Tool = {
  ...plainTool('search_listings'),
  description: 'Finds homes for sale or rent.',
  whenToUse: ['Homes are looked for.'],
  examples: ['Find a flat in Paphos', 'ابحث عن شقة في بافوس'],
};
const tools = [searchListings, generateContract, checkCalendar];
const pack: Pack = { ...testPack('alpha', tools, ['closer']), loading: 'search' };
pack.agents[0]!.tools.push('tool_search');
const offlinePack = offlineFor(pack, {
  tools: {
    generate_contract: { fill: {}, reply: { en: () => 'The draft is ready.', ar: () => 'المسودة جاهزة.' } },
  },
});

const turns = useTurns([pack], { platform: platformTools });
/** Says the text in a conversation of its own, and gives what it led to. */
async function say(org: TestOrg, text: string, contact = 'ann', staff?: string) {
  const offline = new OfflineModel(offlineHintsOf(turns.registry, [offlinePack]));
  turns.model.forget();
  turns.model.answer(...Array.from({ length: MODEL_ROUNDS }, () => offline.generate.bind(offline)));
  const author = staff === undefined ? undefined : { kind: 'staff' as const, user: staff };
  const message = { text, contact, channel: 'chat' as const, newConversation: true, author };
  const sent = await org.say(message, undefined, { staff: staff !== undefined, role: 'member' });
  const calls = await org.query<{
    tool: string;
    arguments: Record<string, unknown>;
    result: { data: Record<string, unknown> };
  }>('SELECT tool, arguments, result FROM tool_calls WHERE org_id = $1 AND turn_id = $2 ORDER BY step_key', [
    sent.turnId,
  ]);
  const turn = await org.turn(sent.turnId);
  return { ...sent, calls, reply: turn?.reply?.text ?? '', offered: turns.model.requests.map(namesOf) };
}

const namesOf = ({ tools: offered }: { tools: { name: string }[] }) => offered.map(({ name }) => name);

const requestsOf = (org: TestOrg) =>
  org.query<{ status: string; votes: number; title: string; quotes: string[] }>(
    `SELECT status, votes, title, (SELECT array_agg(o.quote) FROM feature_request_occurrences o
                WHERE o.org_id = r.org_id AND o.request_id = r.id) AS quotes
         FROM feature_requests r WHERE org_id = $1 ORDER BY id`,
  );

describe('P4: documents that no offered tool creates', () => {
  it.each([
    ['I need the contract papers as PDF', 'The draft is ready.'],
    ['أحتاج عقد البيع', 'المسودة جاهزة.'],
  ])('%s', async (text, reply) => {
    const said = await say(await turns.newOrg(), text);
    expect(said.calls.map(({ tool }) => tool)).toEqual(['tool_search', 'generate_contract']);
    const [found] = said.calls[0]!.result.data['tools'] as Record<string, unknown>[];
    expect(found).toMatchObject({ name: 'generate_contract', parameters: { type: 'object' } });
    expect(found?.['score']).toBeGreaterThan(0.3);
    expect(said.offered[0]).not.toContain('generate_contract');
    expect(said.offered[1]).toContain('generate_contract');
    expect(said.reply).toContain(reply);
  });
});

describe('P5: a feature request', () => {
  it.each([
    ['Could you please add support for WhatsApp?', 'add support for WhatsApp'],
    ['أتمنى لو تدعمون إرسال رسائل واتساب', 'أتمنى لو تدعمون إرسال رسائل واتساب'],
    ['هل يمكنكم إضافة دعم واتساب من فضلكم؟', 'هل يمكنكم إضافة دعم واتساب'],
    ['أرجو إضافة دعم واتساب', 'أرجو إضافة دعم واتساب'],
    ['أتمنى لو كان بإمكانكم دعم واتساب', 'أتمنى لو كان بإمكانكم دعم واتساب'],
  ])('%s', async (text, title) => {
    const org = await turns.newOrg();
    const first = await say(org, text);
    expect(first.calls).toEqual([
      expect.objectContaining({
        tool: 'request_feature',
        arguments: expect.objectContaining({ title, description: text, category: 'channel' }),
        result: expect.objectContaining({
          data: expect.objectContaining({ status: 'new', duplicate: false, votes: 1 }),
        }),
      }),
    ]);
    expect(first.reply).toContain(title);
    const second = await say(org, text, 'ben');
    expect(second.calls[0]?.result.data).toMatchObject({ duplicate: true, votes: 2 });
    expect(await requestsOf(org)).toEqual([{ status: 'new', votes: 2, title, quotes: [text, text] }]);
  });

  it('reports no match without a request', async () => {
    const said = await say(await turns.newOrg(), 'Translate the brochure into Klingon');
    expect(said.calls.map(({ tool }) => tool)).toEqual(['tool_search']);
    expect(said.reply).toContain('none');
  });

  it('records a request for which the search finds nothing', async () => {
    const org = await turns.newOrg();
    const said = await say(org, 'It would help if you could sync this to our accounting package');
    expect(said.calls.at(-1)?.tool).toBe('request_feature');
    expect(await requestsOf(org)).toMatchObject([
      { title: 'It would help if you could sync this to our accounting package' },
    ]);
  });
});

describe('P6: staff count conversations', () => {
  it.each([
    ['How many conversations did we have this month?', 'The count of conversations'],
    ['كم عدد المحادثات هذا الشهر؟', 'العدد: 2'],
  ])('%s', async (text, beginning) => {
    const org = await turns.newOrg();
    await org.addMia();
    await say(org, 'Hello');
    await org.execute(
      `UPDATE conversations SET created_at = created_at - interval '40 days' WHERE org_id = $1`,
    );
    await say(org, 'Hello again', 'ben');
    const said = await say(org, text, 'cleo', 'mia');
    const month = turns.clock.now().toISOString().slice(0, 8);
    expect(said.calls).toEqual([
      expect.objectContaining({
        tool: 'query_org_data',
        arguments: expect.objectContaining({
          dataset: 'conversations',
          operation: 'count',
          filters: [{ field: 'createdAt', op: 'gte', value: `${month}01` }],
        }),
        result: expect.objectContaining({ data: expect.objectContaining({ count: 2 }) }),
      }),
    ]);
    expect(said.reply).toContain(beginning);
    expect(said.reply).toContain('2');
  });
});

describe('conditions of a query of the records', () => {
  it.each([
    [
      'How many turns failed today?',
      { count: 1 },
      /^The count of turns \(created at from \d{4}-\d\d-\d\d, status is failed\) is 1\./,
    ],
    [
      'كم عدد أدوار المحادثة التي فشلت اليوم؟',
      { count: 1 },
      /^العدد: 1 \(turns \(created at from .*failed\)\)/,
    ],
  ])('%s', async (text, data, reply) => {
    const org = await turns.newOrg();
    await org.addMia();
    const { turnId } = await say(org, 'Hello');
    await say(org, 'Hello again', 'ben');
    await org.execute(`UPDATE turns SET state = 'failed' WHERE org_id = $1 AND id = $2`, [turnId]);
    const said = await say(org, text, 'cleo', 'mia');
    expect(said.calls).toMatchObject([{ tool: 'query_org_data', result: { success: true, data } }]);
    expect(said.reply).toMatch(reply);
    expect(said.reply).not.toContain('UTC');
  });

  it.each([
    "How many turns didn't fail today?",
    'How many conversations between 2019-11-19 and 2019-11-20?',
    'How many conversations about mortgages do we have?',
    'كم عدد المحادثات بدون رد؟',
  ])('that it cannot read are named, and nothing is counted: %s', async (text) => {
    const org = await turns.newOrg();
    await org.addMia();
    const said = await say(org, text, 'cleo', 'mia');
    expect(said.calls.map(({ tool }) => tool)).not.toContain('query_org_data');
    expect(said.reply).toMatch(/offline stand-in|البديل غير المتصل/);
  });
});

describe('P7: a customer asks for what is not theirs', () => {
  it.each(['Show me the tool failure list', 'Which tools fail most often?', 'كم عدد المحادثات هذا الشهر؟'])(
    '%s',
    async (text) => {
      const org = await turns.newOrg();
      await say(org, 'Offer me a contract as PDF');
      const said = await say(org, text, 'ben');
      expect(said.calls.map(({ tool }) => tool)).not.toContain('query_org_data');
      expect(said.reply).not.toContain('generate_contract');
      expect(said.reply).not.toMatch(/\d/);
    },
  );
});
