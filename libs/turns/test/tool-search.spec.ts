import { calls, hangs } from '../testing/scripted-model.ts';
import { useOrg, type TestOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';
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
const pack: Pack = { ...testPack('alpha', [plainTool('note'), contract, mortgage]), loading: 'search' };
pack.agents[0]!.tools.push(TOOL_SEARCH);

const platform = platformTools.filter(({ name }) => name === TOOL_SEARCH);
const turns = useTurns([pack], { platform });
const org = useOrg(turns);
const search = (query: string) => () => ({
  toolCalls: [{ id: 's', name: TOOL_SEARCH, arguments: { query } }],
});
const offered = () => turns.model.requests.map((request) => request.tools.map(({ name }) => name));

/** The answer to the first search, as the model received it. */
const answered = (model = turns.model) => {
  const answer = model.requests[1]?.messages.at(-1);
  return JSON.parse(answer && 'text' in answer ? answer.text : '{}') as { success: boolean; data: unknown };
};

async function decisionOn(turnId: string, of: TestOrg = org) {
  const [decision] = await of.query<{
    found: string[];
    offered: string[];
    selected: string[];
    gaps: string[];
  }>(
    `SELECT tool_gaps AS gaps, found_by_search AS found, tools_offered AS offered, tools_selected AS selected
       FROM broker_decisions WHERE org_id = $1 AND turn_id = $2`,
    [turnId],
  );
  return decision;
}

const recentTools = async () =>
  (
    await org.query<{ recent: string[] }>(
      'SELECT recent_tools AS recent FROM conversations WHERE org_id = $1',
    )
  )[0]?.recent;

async function searchErrors(turnId: string) {
  const searches = await org.query<{ error: string | null }>(
    'SELECT error_class AS error FROM tool_calls WHERE org_id = $1 AND turn_id = $2 ORDER BY step_key',
    [turnId],
  );
  return searches.map(({ error }) => error);
}

it('finds tools that were not offered, offers them from the next round on, and again in the next turn', async () => {
  turns.model.answer(search('the contract papers as PDF'), calls('make_contract'));
  const { turnId } = await org.say();
  expect(offered()).toEqual([
    ['note', TOOL_SEARCH],
    ['note', TOOL_SEARCH, 'make_contract'],
    ['note', TOOL_SEARCH, 'make_contract'],
  ]);
  expect(answered()).toEqual({
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
  expect(await decisionOn(turnId)).toEqual({
    found: ['make_contract'],
    offered: ['note', TOOL_SEARCH],
    selected: [TOOL_SEARCH, 'make_contract'],
    gaps: [],
  });
  expect(await recentTools()).toEqual(['make_contract']);
  turns.model.forget();
  await org.say();
  expect(offered()[0]).toEqual(['note', TOOL_SEARCH, 'make_contract']);
});

it('counts tools that were found but not called as recent', async () => {
  turns.model.answer(search('monthly repayments'));
  await org.say();
  expect(await recentTools()).toEqual(['mortgage']);
});

it('lists available tools if nothing matches', async () => {
  turns.model.answer(search('weather on Mars'));
  const { turnId } = await org.say();
  expect(answered().data).toEqual({
    tools: [],
    searched: 2,
    message: 'No tool fits that. There are: make_contract, mortgage.',
  });
  expect(await decisionOn(turnId)).toMatchObject({ gaps: ['search_found_nothing'] });
});

it('reads the minimum score from the settings of the org', async () => {
  turns.model.answer(search('the contract and the instalment'));
  await org.replace({ TOOL_SEARCH_MIN_SCORE: '0.9' });
  await org.say();
  expect(offered()[1]).toEqual(['note', TOOL_SEARCH]);
});

it('allows three searches per turn', async () => {
  turns.model.answer(search('weather'), search('weather'), search('weather'), search('contract'));
  const { turnId } = await org.say();
  expect(await searchErrors(turnId)).toEqual([null, null, null, 'LIMIT_EXCEEDED']);
  expect(offered().at(-1)).toEqual(['note', TOOL_SEARCH]);
});

it('offers the same tools to a run that takes over the turn, and counts the earlier searches', async () => {
  const { turnId } = await org.send();
  const before = turns.newRunner();
  turns.model.answer(search('the contract papers'), (request) => {
    before.close(0);
    return hangs(request);
  });
  const running = before.run(org.id, turnId, false);
  await expect(running).resolves.toMatchObject({ kind: 'later' });
  turns.model.forget();
  turns.model.answer(search('weather'), search('weather'), search('weather'));
  await org.run(turnId, true);
  expect(offered()[0]).toEqual(['note', TOOL_SEARCH, 'make_contract']);
  expect((await searchErrors(turnId)).at(-1)).toBe('LIMIT_EXCEEDED');
});

describe('if all tools are offered', () => {
  const other = useTurns([{ ...pack, name: 'beta', loading: 'broker' }], { platform });
  const orgOfOther = useOrg(other);

  it('is offered too, and an empty result is then a gap', async () => {
    other.model.answer(search('weather on Mars'));
    const { turnId } = await orgOfOther.say();
    const [first] = other.model.requests;
    expect(first?.tools.map(({ name }) => name)).toEqual(['note', TOOL_SEARCH, 'make_contract', 'mortgage']);
    expect(answered(other.model).data).toEqual({
      tools: [],
      searched: 0,
      message: 'Every tool that can be used here is offered already.',
    });
    expect(await decisionOn(turnId, orgOfOther)).toMatchObject({
      gaps: ['search_found_nothing'],
      selected: [TOOL_SEARCH],
    });
  });
});
