import { brokerMetrics, brokerMissPage, consoleAgents, messageExplanation } from '#contracts/console';
import { expectProblem, useAdmin } from '../admin.fixture.ts';
import { addDecision, type TestDecision } from './broker-decision.fixture.ts';

const decide = (orgId: string, decision: TestDecision = {}) => addDecision(admin.database, orgId, decision);

const { admin, orgAdmin, analyst, platform } = useAdmin();

beforeAll(async () => {
  await decide(admin.orgA.id);
  await decide(admin.orgA.id, {
    selected: ['find', 'rare'],
    missed: ['rare', 'rare'],
    text: 'the rare thing',
    lost: 100,
  });
  await decide(admin.orgA.id, { mode: 'enforce', language: 'ar' });
  await decide(admin.orgA.id, { selected: [] });
  await decide(admin.orgB.id);
});

it('counts turns with tool calls and their hits by each dimension', async () => {
  const by = async (query: string) =>
    (await orgAdmin.read(brokerMetrics, `/admin/broker/metrics?${query}`)).groups.map(
      ({ key, turns, hits }) => [key, turns, hits],
    );
  expect(await by('by=org')).toEqual([[admin.orgA.slug, 3, 2]]);
  expect(await by('by=mode')).toEqual([
    ['enforce', 1, 1],
    ['shadow', 2, 1],
  ]);
  expect(await by('by=language')).toEqual([
    ['ar', 1, 1],
    ['en', 2, 1],
  ]);
  expect(await by('by=tool')).toEqual([
    ['find', 3, 3],
    ['rare', 1, 0],
  ]);
  expect(await by('by=maturity')).toEqual([['new', 4, 3]]);
  expect(await by('by=intent')).toEqual([['general', 3, 2]]);
  expect(await by('by=agent&mode=enforce')).toEqual([['closer', 1, 1]]);
  expect(await by('by=day')).toHaveLength(1);
});

it('reports saved tokens, gross and net of losses in the prompt cache', async () => {
  const { groups } = await orgAdmin.read(brokerMetrics, '/admin/broker/metrics?by=mode&mode=shadow');
  expect(groups).toEqual([
    {
      key: 'shadow',
      turns: 2,
      hits: 1,
      rate: 0.5,
      toolsInScope: 20,
      toolsBrokered: 2,
      tokensSaved: 1200,
      tokensSavedNet: 1100,
      selectionUs: { p50: 80, p99: 80 },
    },
  ]);
});

it('shows a platform admin the metrics of every org', async () => {
  const { groups } = await platform.read(brokerMetrics, '/admin/broker/metrics?by=org');
  expect(groups.map(({ key }) => key)).toEqual([admin.orgA.slug, admin.orgB.slug].sort());
});

it('lists the misses of one tool', async () => {
  const of = async (tool: string) =>
    (await orgAdmin.read(brokerMissPage, `/admin/broker/misses?tool=${tool}`)).items;
  expect(await of('rare')).toMatchObject([{ missed: ['rare'] }]);
  expect(await of('find')).toEqual([]);
});

it('explains which tools a message would be offered', async () => {
  const ask = '/admin/broker/explanation?text=Find+a+flat+in+Paphos&agent=estio/searcher';
  const agents = (await analyst.read(consoleAgents, '/admin/agents')).items;
  expect(agents.map(({ pack }) => pack)).toEqual(agents.map(() => 'estio'));
  const [agent] = agents;
  const answer = await analyst.read(
    messageExplanation,
    `/admin/broker/explanation?text=Find+a+flat+in+Paphos&agent=${agent?.name}`,
  );
  expect(answer).toMatchObject({ agent: agent?.name, language: 'en', mode: 'off' });
  expect(answer.tools.every(({ reason }) => reason !== '')).toBe(true);
  await expectProblem(await platform.get(ask), 422);
  await expectProblem(await orgAdmin.get('/admin/broker/explanation?agent=estio/nobody&text=x'), 422);
});
