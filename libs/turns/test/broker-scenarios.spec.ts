// Acceptance scenarios P9 and P10 of the platform's tools, through the whole pipeline, with a closer of 23 tools.
import { platformTools } from '#tools';
import { defineDataset, type Pack, type Tool } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

const deferred = (name: string, description: string, examples: string[], intents: string[] = []): Tool => ({
  ...plainTool(name),
  description,
  whenToUse: [description],
  examples,
  intents,
  tier: 'deferred',
});

/** What a consultant's closer works with; with the two universal tools they are 23. */
const tools: Tool[] = [
  {
    ...plainTool('remember_lead'),
    description: 'Keeps what the visitor said of the company.',
    examples: ['We are 40 people'],
  },
  deferred(
    'get_booking_link',
    'Gives the link where the visitor can book a call.',
    ['Where can I book a call?', 'أريد حجز موعد'],
    ['scheduling'],
  ),
  deferred('search_web', 'Searches the web for current information.', ['Look that up online'], ['research']),
  deferred(
    'get_weather',
    'Gives the current weather of a place.',
    ['How warm is it in Lisbon?'],
    ['research'],
  ),
  deferred(
    'get_stock_price',
    'Current price of a listed share.',
    ['What does Apple trade at?'],
    ['research'],
  ),
  deferred('search_companies', 'Finds companies in a place.', ['Bakeries in Rome'], ['research']),
  deferred('get_location', 'Returns the position that the client shared.', ['What is near me?']),
  deferred(
    'extract_action_items',
    'Pulls tasks and next steps from the talk.',
    ['What are my to-dos?'],
    ['document'],
  ),
  deferred('calculate_roi', 'Return on investment from costs and savings.', ['Does it pay back?'], ['value']),
  deferred('generate_summary', 'Summary of the talk for a PDF.', ['Sum this up'], ['document']),
  deferred('draft_follow_up', 'Drafts a mail after the talk.', ['Write a mail to my boss'], ['email']),
  deferred('generate_proposal', 'Writes a proposal with scope and price.', ['Send a quote'], ['document']),
  deferred('analyze_tech_stack', 'Names the technologies of a website.', ['What runs on example.com?']),
  deferred('draw_diagram', 'Draws a described workflow.', ['Draw how orders flow'], ['document']),
  deferred('search_case_studies', 'Finds past projects as proof.', ['Who else did that?']),
  deferred(
    'generate_syllabus',
    'Builds a two-day workshop plan.',
    ['What would a training cover?'],
    ['document'],
  ),
  deferred('analyze_gap', 'Compares the maturity with the market.', ['How far are others?']),
  deferred('simulate_inaction', 'Monthly cost of doing nothing.', ['What does waiting cost?'], ['value']),
  deferred('write_memo', 'One page for a decision maker.', ['Convince my CFO'], ['document']),
  deferred('offer_discount', 'Takes a percentage off the list.', ['Make it cheaper']),
  deferred('capture_screen', 'Looks at the screen that is shared.', ['See this'], ['vision']),
];
const platform = platformTools.filter(({ name }) => ['query_org_data', 'request_feature'].includes(name));
const contracts = defineDataset({
  name: 'contracts',
  synonyms: ['contract'],
  description: 'Contracts',
  role: 'any',
  source: 'tool_calls',
  fields: { tool: { type: 'text' } },
  defaults: { fields: ['tool'], orderBy: { field: 'tool', direction: 'asc' } },
});
const pack: Pack = { ...testPack('consulting', tools, ['closer']), datasets: [contracts] };

describeWith('postgres', 'the broker in mode enforce, with 23 tools in scope', () => {
  const turns = useTurns([pack], { platform });
  const org = useOrg(turns);
  const setMode = (mode: 'off' | 'shadow' | 'enforce') => org.setFlag('tool_broker', mode);
  beforeEach(() => setMode('enforce'));

  async function say(text: string, conversationId?: string) {
    turns.model.forget();
    const sent = await org.say(conversationId ? { text, conversationId } : { text });
    const [decision] = await org.query<
      Record<string, unknown> & { reasons: Record<string, string>; ranks: object; offered: string[] }
    >(
      `SELECT mode, outcome, tools_in_scope AS "inScope", tools_offered AS offered, tools_brokered AS brokered,
           tokens_in_scope AS "tokensInScope", tokens_offered AS "tokensOffered", cached_tokens_lost AS lost, reasons, ranks,
           tool_gaps AS gaps, confidence, language, selection_us AS "selectionUs", ranking
           FROM broker_decisions WHERE org_id = $1 AND turn_id = $2`,
      [sent.turnId],
    );
    return { ...sent, decision: decision!, told: turns.model.requests[0]!.tools.map(({ name }) => name) };
  }

  it('P9: "Can I book a meeting?" is offered the booking link and the always-offered tools, 5 to 15 in total', async () => {
    const { told, decision } = await say('Can I book a meeting?');
    expect(told).toEqual(
      expect.arrayContaining(['get_booking_link', 'remember_lead', 'query_org_data', 'request_feature']),
    );
    expect(told.length).toBeGreaterThanOrEqual(5);
    expect(told.length).toBeLessThanOrEqual(15);
    expect(decision).toMatchObject({
      mode: 'enforce',
      outcome: 'narrowed',
      inScope: 23,
      offered: told,
      brokered: told,
      lost: 0,
      language: 'en',
    });
    expect(decision.ranking).toEqual(expect.arrayContaining(['get_booking_link']));
    expect((decision['ranking'] as string[])[0]).toBe('get_booking_link');
    expect(decision.reasons['get_booking_link']).toMatch(/^offered: rank 1, score .*words: .*book/);
    expect(Object.keys(decision.reasons)).toHaveLength(23);
    expect(decision.ranks).toMatchObject({
      get_booking_link: { rank: 1, score: expect.any(Number), newTool: expect.any(Boolean) },
    });
    expect(decision['selectionUs']).toBeGreaterThan(0);
    expect(decision['tokensOffered'] as number).toBeLessThan(decision['tokensInScope'] as number);
  });

  it('P9 in Arabic', async () => {
    const { decision, told } = await say('هل يمكنني حجز اجتماع؟');
    expect(told).toContain('get_booking_link');
    expect(decision['language']).toBe('ar');
    expect(told.length).toBeLessThanOrEqual(15);
  });

  it('the recent tools are offered too', async () => {
    turns.model.answer(() => ({ toolCalls: [{ id: '1', name: 'get_weather', arguments: {} }] }));
    const sent = await org.say({ text: 'How warm is it in Lisbon?' });
    expect((await say('Can I book a meeting?', sent.conversationId)).told).toContain('get_weather');
  });

  it.each(
    (
      'Hmm, all right then | Right then | Okay, well… sure | Alright! | طيب تمام | ' +
      'حسنا، أوكي إذن | نعم أكيد'
    ).split(' | '),
  )(
    'P10: %s has no intent and no match: the full set is offered, and the decision records it',
    async (text) => {
      const { decision, told } = await say(text);
      expect(told).toHaveLength(23);
      expect(decision).toMatchObject({ outcome: 'failed_open', inScope: 23 });
      expect(decision.reasons['get_weather']).toContain('failed open, nothing fits the message');
    },
  );

  it('makes no decision while it is off, and only counts the offered tools', async () => {
    await setMode('off');
    const { decision, told } = await say('Can I book a meeting?');
    expect(told).toHaveLength(23);
    expect(decision).toMatchObject({
      mode: 'off',
      outcome: 'full_set',
      inScope: 23,
      offered: told,
      brokered: null,
      confidence: null,
      ranking: [],
      selectionUs: null,
    });
    expect([decision.reasons, decision.ranks]).toEqual([{}, {}]);
    await setMode('shadow');
    expect(Object.keys((await say('Can I book a meeting?')).decision.reasons)).toHaveLength(23);
  });

  it('a message that matches no tool and got no tool call is a gap; small talk is not', async () => {
    expect((await say('Xyzzy plugh frobnicate')).decision['gaps']).toEqual(['nothing_ranked']);
    expect((await say('Can I book a meeting?')).decision['gaps']).toEqual([]);
    expect((await say('Hello, good morning!')).decision['gaps']).toEqual([]);
    turns.model.answer(calls('get_weather'));
    const sent = await org.say({ text: 'Xyzzy plugh frobnicate' });
    const [helped] = await org.query(
      'SELECT tool_gaps AS gaps FROM broker_decisions WHERE org_id = $1 AND turn_id = $2',
      [sent.turnId],
    );
    expect(helped).toEqual({ gaps: [] });
  });

  const change = (turnId: string, columns: string) =>
    org.execute(`UPDATE turns SET ${columns} WHERE org_id = $1 AND id = $2`, [turnId]);

  it('a changed tool list loses the cached tokens, an unchanged list loses none', async () => {
    const first = await say('Can I book a meeting?');
    const same = await say('Can I book a meeting?', first.conversationId);
    await change(same.turnId, `model = 'gpt-5.4-mini'`);
    const other = await say('Hmm, all right then', first.conversationId);
    expect(same.decision).toMatchObject({ lost: 0, offered: first.told });
    expect(other.decision['lost'] as number).toBeGreaterThan(same.decision['tokensOffered'] as number);
  });

  it.each([
    ['a provider has forgotten', `model = 'gpt-5.4-mini', finished_at = finished_at - interval '6 minutes'`],
    ['the offline model read', `model = 'offline-standard'`],
    ['no model read', 'model = NULL'],
  ])('a changed list costs nothing of what %s', async (_, before) => {
    const first = await say('Can I book a meeting?');
    await change(first.turnId, before);
    const other = await say('Hmm, all right then', first.conversationId);
    expect(other.told).not.toEqual(first.told);
    expect(other.decision).toMatchObject({ lost: 0 });
  });

  it('a called tool that was not offered runs, and counts as missed once; an unknown name does not count', async () => {
    turns.model.answer(() => ({
      toolCalls: [
        { id: '1', name: 'get_weather', arguments: {} },
        { id: '2', name: 'no_such_tool', arguments: {} },
        { id: '3', name: 'get_weather', arguments: {} },
      ],
    }));
    await org.say({ text: 'Can I book a meeting?' });
    const [row] = await org.query<{ missed: string[]; offered: string[] }>(
      `SELECT tools_missed AS missed, tools_offered AS offered FROM broker_decisions WHERE org_id = $1`,
    );
    expect(row).toMatchObject({ missed: ['get_weather'] });
    expect(row?.offered).not.toContain('get_weather');
  });
});
