import { calls, hangs } from '../testing/scripted-model.ts';
import { openTurns, plainTool, testPack, type TurnsFixture } from '../testing/turns.fixture.ts';
import { platformTools, TOOL_SEARCH } from '#tools';
import { type Pack, type Tool } from '#pack-kit';

const deferred = (name: string, over: Partial<Tool> = {}): Tool => ({
  ...plainTool(name),
  tier: 'deferred',
  ...over,
});
const contract = deferred('make_contract', {
  description: 'Drafts the sale contract as a PDF.',
  whenToUse: ['The papers of an agreed deal are needed.'],
  examples: ['Prepare the agreement'],
});
const mortgage = deferred('mortgage', {
  description: 'Works out the monthly instalment of a loan.',
  whenToUse: ['Repayments are asked for.'],
  examples: ['What would I pay a month?'],
});
const pack: Pack = {
  ...testPack('alpha', [plainTool('note'), contract, mortgage]),
  loading: 'search',
};
pack.agents[0]!.tools.push(TOOL_SEARCH);

let turns: TurnsFixture;
const search = (query: string) => () => ({
  toolCalls: [{ id: 's', name: TOOL_SEARCH, arguments: { query } }],
});
const offered = () => turns.model.requests.map((request) => request.tools.map(({ name }) => name));

beforeAll(async () => {
  turns = await openTurns(
    [pack],
    undefined,
    platformTools.filter(({ name }) => name === TOOL_SEARCH),
  );
});
afterAll(() => turns.close());
beforeEach(() => turns.model.forget());

async function run(settings: Record<string, string> = {}) {
  const org = await turns.newOrg(settings);
  const turn = { id: (await turns.send(org)).turnId };
  await turns.newRunner().run(org.id, turn.id, true);
  return { org, turn };
}

const decisionOf = async (orgId: string, turnId: string, { database } = turns) =>
  (
    await database.forOrg(orgId, (tx) =>
      tx.query<{ found: string[]; offered: string[]; selected: string[]; gaps: string[] }>(
        `SELECT tool_gaps AS gaps, found_by_search AS found, tools_offered AS offered, tools_selected AS selected
           FROM broker_decisions WHERE org_id = $1 AND turn_id = $2`,
        [turnId],
      ),
    )
  )[0];

const recentOf = async (orgId: string) =>
  (
    await turns
      .sql(orgId)
      .query<{ recent: string[] }>('SELECT recent_tools AS recent FROM conversations WHERE org_id = $1')
  )[0]?.recent;

it('finds tools that were not offered, offers them from the next round on, and again in the next turn', async () => {
  turns.model.answer(search('the contract papers as PDF'), calls('make_contract'));
  const { org, turn } = await run();
  expect(offered()).toEqual([
    ['note', TOOL_SEARCH],
    ['note', TOOL_SEARCH, 'make_contract'],
    ['note', TOOL_SEARCH, 'make_contract'],
  ]);
  const answer = turns.model.requests[1]?.messages.at(-1);
  expect(JSON.parse(answer && 'text' in answer ? answer.text : '')).toEqual({
    success: true,
    data: {
      tools: [
        {
          name: 'make_contract',
          description: contract.description,
          parameters: expect.objectContaining({ type: 'object' }),
          score: 1,
        },
      ],
      searched: 2,
    },
  });
  expect(await decisionOf(org.id, turn.id)).toEqual({
    found: ['make_contract'],
    offered: ['note', TOOL_SEARCH],
    selected: [TOOL_SEARCH, 'make_contract'],
    gaps: [],
  });
  expect(await recentOf(org.id)).toEqual(['make_contract']);
  turns.model.forget();
  const next = await turns.send(org);
  await turns.newRunner().run(org.id, next.turnId, true);
  expect(offered()[0]).toEqual(['note', TOOL_SEARCH, 'make_contract']);
});

it('counts tools that were found but not called as recent', async () => {
  turns.model.answer(search('monthly repayments'));
  const { org } = await run();
  expect(await recentOf(org.id)).toEqual(['mortgage']);
});

it('lists available tools if nothing matches', async () => {
  turns.model.answer(search('weather on Mars'));
  const { org, turn } = await run();
  const answer = turns.model.requests[1]?.messages.at(-1);
  expect(answer && 'text' in answer && JSON.parse(answer.text).data).toEqual({
    tools: [],
    searched: 2,
    message: 'No tool fits that. There are: make_contract, mortgage.',
  });
  expect(await decisionOf(org.id, turn.id)).toMatchObject({ gaps: ['search_found_nothing'] });
});

it('reads the minimum score from the settings of the org', async () => {
  turns.model.answer(search('the contract and the instalment'));
  await run({ TOOL_SEARCH_MIN_SCORE: '0.9' });
  expect(offered()[1]).toEqual(['note', TOOL_SEARCH]);
});

it('allows three searches per turn', async () => {
  turns.model.answer(search('weather'), search('weather'), search('weather'), search('contract'));
  const { org, turn } = await run();
  const outcomes = await turns
    .sql(org.id)
    .query<{ error: string | null }>(
      'SELECT error_class AS error FROM tool_calls WHERE org_id = $1 AND turn_id = $2 ORDER BY step_key',
      [turn.id],
    );
  expect(outcomes.map(({ error }) => error)).toEqual([null, null, null, 'LIMIT_EXCEEDED']);
  expect(offered().at(-1)).toEqual(['note', TOOL_SEARCH]);
});

it('offers the same tools to a run that takes over the turn, and counts the earlier searches', async () => {
  const org = await turns.newOrg();
  const turn = { id: (await turns.send(org)).turnId };
  const before = turns.newRunner();
  turns.model.answer(search('the contract papers'), (request) => {
    before.close(0);
    return hangs(request);
  });
  const running = before.run(org.id, turn.id, false);
  await expect(running).resolves.toMatchObject({ kind: 'later' });
  turns.model.forget();
  turns.model.answer(search('weather'), search('weather'), search('weather'));
  await turns.newRunner().run(org.id, turn.id, true);
  expect(offered()[0]).toEqual(['note', TOOL_SEARCH, 'make_contract']);
  const last = await turns
    .sql(org.id)
    .query<{ error: string | null }>(
      'SELECT error_class AS error FROM tool_calls WHERE org_id = $1 AND turn_id = $2 ORDER BY step_key DESC LIMIT 1',
      [turn.id],
    );
  expect(last[0]?.error).toBe('LIMIT_EXCEEDED');
});

it('is offered even if all tools are offered, and an empty result is then a gap', async () => {
  const all = { ...pack, name: 'beta', loading: 'broker' as const };
  const other = await openTurns(
    [all],
    undefined,
    platformTools.filter(({ name }) => name === TOOL_SEARCH),
  );
  try {
    other.model.answer(search('weather on Mars'));
    const org = await other.newOrg();
    const { turnId } = await other.send(org);
    await other.newRunner().run(org.id, turnId, true);
    const [first, second] = other.model.requests;
    expect(first?.tools.map(({ name }) => name)).toEqual(['note', TOOL_SEARCH, 'make_contract', 'mortgage']);
    const answer = second?.messages.at(-1);
    expect(answer && 'text' in answer && JSON.parse(answer.text).data).toEqual({
      tools: [],
      searched: 0,
      message: 'Every tool that can be used here is offered already.',
    });
    expect(await decisionOf(org.id, turnId, other)).toMatchObject({
      gaps: ['search_found_nothing'],
      selected: [TOOL_SEARCH],
    });
  } finally {
    await other.close();
  }
});
