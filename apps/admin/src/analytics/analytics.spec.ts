import {
  analyticsAnswer,
  analyticsCatalogue,
  savedAnalyticsQueries,
  savedAnalyticsQuery,
} from '#contracts/console';
import { Rollups } from '#analytics';
import { bodyOf, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addDecision } from '../broker/broker-decision.fixture.ts';
import { addSpans, addTurn } from '../console-rows.fixture.ts';

const { admin, member, colleague, orgAdmin, analyst, stranger, platform } = useAdmin();

beforeAll(async () => {
  const { orgA, orgB, database } = admin;
  await addTurn(database, { orgId: orgA.id, channel: 'voice' });
  await addTurn(database, { orgId: orgA.id, state: 'failed', agent: '=HYPERLINK("x")' });
  await addDecision(database, orgA.id, { selected: ['find', 'rare'], missed: ['rare'] });
  await addDecision(database, orgA.id, { selected: ['rare'], missed: ['rare'] });
  const ofOther = await addTurn(database, { orgId: orgB.id });
  const call = { kind: 'model', model: 'gpt-5', startMs: 1, durationMs: 5 };
  await addSpans(database, orgB.id, ofOther, [
    { ...call, name: 'chat', tokens: [100, 10] },
    { ...call, name: 'again', attributes: { 'turnpike.replayed': true } },
    { ...call, name: 'task classify', attributes: { 'turnpike.generated_by': 'rules' } },
  ]);
  await admin.app.get(Rollups).roll();
});

const ask = (who: SignedIn, query: string) => who.read(analyticsAnswer, `/admin/analytics/query?${query}`);
const rowsOf = async (who: SignedIn, query: string) =>
  (await ask(who, query)).rows.map(({ keys, values }) => [...keys, ...values]);

it('answers which tool the broker missed most last week', async () => {
  expect(await rowsOf(analyst, 'measures=brokerMisses,brokerMissRate&by=tool&days=7')).toEqual([
    ['rare', 2, 1],
    ['find', 0, 0],
  ]);
});

it('counts a resumed turn’s journaled model call once, and no rule-based task', async () => {
  expect(await rowsOf(stranger, 'measures=modelCalls')).toEqual([[1]]);
});

it('counts turns by channel, day and minute, and compares them with the range before', async () => {
  expect(await rowsOf(member, 'measures=turns,successRate&by=channel')).toEqual([
    ['chat', 3, expect.any(Number)],
    ['voice', 1, 1],
  ]);
  const answer = await ask(member, 'measures=turns&by=day&compare=true');
  expect(answer).toMatchObject({ answeredFrom: 'day', range: { timeZone: 'UTC' }, truncated: false });
  expect(answer.before?.to).toBe(answer.range.from);
  expect(await rowsOf(member, 'measures=turns&by=minute')).toEqual([[expect.stringMatching(/Z$/), 4]]);
  expect(await rowsOf(member, 'measures=turns&caller=contact&channel=voice')).toEqual([[1]]);
});

it('shows the SQL statement with its values, and runs it with parameters only', async () => {
  const odd = `o'clock"; DROP TABLE turns; --`;
  const answer = await ask(member, `measures=turns&agent=${encodeURIComponent(odd)}`);
  expect(answer.rows).toEqual([{ keys: [], values: [0] }]);
  expect(answer.sql[0]?.text).toContain(`'o''clock"; DROP TABLE turns; --'`);
});

it('shows users of an org its own rows, and platform admins those of all orgs or one', async () => {
  expect(await rowsOf(stranger, 'measures=turns')).toEqual([[1]]);
  expect(await rowsOf(platform, 'measures=turns&by=org')).toEqual([
    ['org-a', 4],
    ['org-b', 1],
  ]);
  expect(await rowsOf(platform, 'measures=turns&org=org-b')).toEqual([[1]]);
});

it('downloads JSON, and CSV whose cells no spreadsheet runs as formulas', async () => {
  const csv = await member.get('/admin/analytics/download?measures=turns&by=agent&compare=true');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.headers.get('content-disposition')).toMatch(
    /^attachment; filename="turnpike-turns-[\d-]+\.csv"$/,
  );
  const lines = (await csv.text()).split('\r\n');
  expect(lines[0]).toBe('agent,turns,turns_before');
  expect(lines).toContain(`"'=HYPERLINK(""x"")",1,`);
  const json = await member.read(analyticsAnswer, '/admin/analytics/download?measures=turns&format=json');
  expect(json.rows).toEqual([{ keys: [], values: [4] }]);
});

it.each([
  ['measures=moon', 'measures'],
  ['by=day', 'measures'],
  ['measures=turns&by=tool', 'by'],
  ['measures=turns&by=day,hour', 'by'],
  ['measures=turns&by=agent,model,channel', 'by'],
  ['measures=turns&tool=find', 'tool'],
  ['measures=turns&from=yesterday', 'from'],
  ['measures=turns&to=2026-11-01', 'from'],
  ['measures=turns&from=2026-11-02&to=2026-11-01', 'to'],
  ['measures=turns&from=2026-11-02&to=2026-11-03T00:00:00Z', 'to'],
  ['measures=turns&from=2020-01-01&to=2026-11-01', 'from'],
  ['measures=turns&by=minute&days=7&from=2026-11-01&to=2026-11-07', 'from'],
  ['measures=turns&pack=estio&days=60', 'pack'],
  ['measures=turns&compare=maybe', 'compare'],
  ['measures=turns&agent=%00', 'agent'],
])('refuses %s and names the field', async (query, field) => {
  const { errors } = await expectProblem(await member.get(`/admin/analytics/query?${query}`), 422);
  expect(errors?.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(`^/${field}`))]),
  );
});

it('lists the measures with their dimensions', async () => {
  const { items } = await analyst.read(analyticsCatalogue, '/admin/analytics/measures');
  expect(items.find(({ name }) => name === 'brokerMisses')?.dimensions).toContain('tool');
});

describe('saved queries', () => {
  const question = {
    name: 'Missed tools',
    parameters: { measures: 'brokerMisses', by: 'tool' },
    shared: false,
  };
  const list = async (who: SignedIn, query = '') =>
    (await who.read(savedAnalyticsQueries, `/admin/analytics/queries${query}`)).items.map(
      ({ name, mine }) => [name, mine],
    );

  it('are visible only to their author until they are shared with the org', async () => {
    const added = member.send('POST', '/admin/analytics/queries', { body: question });
    const { id } = await bodyOf(savedAnalyticsQuery, added);
    expect([await list(member), await list(colleague), await list(stranger)]).toEqual([
      [['Missed tools', true]],
      [],
      [],
    ]);
    const path = `/admin/analytics/queries/${id}`;
    await expectProblem(await colleague.send('PUT', path, { body: question }), 404);
    const body = { ...question, shared: true };
    expect((await member.send('PUT', path, { body })).status).toBe(200);
    expect(await list(analyst)).toEqual([['Missed tools', false]]);
    expect([await list(stranger), await list(platform), await list(platform, '?org=org-a')]).toEqual([
      [],
      [],
      [['Missed tools', false]],
    ]);
    for (const who of [colleague, stranger]) await expectProblem(await who.send('DELETE', path), 404);
    expect((await orgAdmin.send('DELETE', path)).status).toBe(204);
    expect(await list(member)).toEqual([]);
  });

  it('can be saved by a platform admin for all orgs', async () => {
    expect(
      await bodyOf(
        savedAnalyticsQuery,
        platform.send('POST', '/admin/analytics/queries', { body: question }),
      ),
    ).toMatchObject({ org: null, mine: true });
  });

  it('must be valid queries', async () => {
    const body = { ...question, parameters: { measures: 'moon' } };
    await expectProblem(await member.send('POST', '/admin/analytics/queries', { body }), 422);
  });
});
