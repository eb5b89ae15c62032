import { randomUUID } from 'node:crypto';
import { type ToolOverride } from '#contracts';
import {
  brokerModes,
  brokerRankers,
  brokerToolReason,
  consoleToolDetail,
  missExampleAnswer,
} from '#contracts/console';
import { BrokerExplanations } from '#turns';
import { eventually } from '../../../../test/harness/eventually.ts';
import { bodyOf, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addDecision, type TestDecision } from './broker-decision.fixture.ts';

const TOOL = 'update_requirements';
const SAID = 'The frimble should zorbl by the brine';

const { admin, orgAdmin, member, analyst, platform } = useAdmin();

const decide = (decision: TestDecision, orgId = admin.orgA.id) =>
  addDecision(admin.database, orgId, decision);
const take = (who: SignedIn, turnId: string, body: unknown) =>
  who.send('POST', `/admin/broker/misses/${turnId}/example`, { body });
const why = (who: SignedIn, turnId: string, tool: string) =>
  who.get(`/admin/broker/turns/${turnId}/tools/${tool}`);

describe('a miss', () => {
  const rankOf = async () => {
    const { tools } = await admin.app
      .get(BrokerExplanations)
      .message(admin.orgA, { text: SAID, agent: 'searcher', channel: 'chat', caller: 'contact' });
    return tools.find(({ tool }) => tool === TOOL);
  };

  it('becomes an example of the called tool, which then ranks first', async () => {
    // Otherwise the tool would be offered for every message.
    const override: ToolOverride = { tier: 'deferred' };
    const put = { override, seenVersion: 0, reason: 'to be found' };
    await orgAdmin.send('PUT', `/admin/tools/${TOOL}/override`, { body: put });
    await orgAdmin.send('PUT', '/admin/tools/search_properties/override', { body: put });
    await eventually(async () => expect((await rankOf())?.tier).toBe('deferred'));
    expect((await rankOf())?.reason).not.toContain('one of its examples');
    const turn = await decide({ text: SAID, selected: [TOOL], missed: [TOOL] });
    const answer = await bodyOf(missExampleAnswer, take(orgAdmin, turn, { tool: TOOL }));
    expect(answer).toEqual({ tool: TOOL, example: SAID, version: 2 });
    await eventually(async () => expect((await rankOf())?.reason).toContain('one of its examples'));
    expect(await rankOf()).toMatchObject({ rank: 1, chosen: true });
    const detail = await orgAdmin.read(consoleToolDetail, `/admin/tools/${TOOL}`);
    expect(detail.org?.override).toEqual({ tier: 'deferred', examples: [...detail.file.examples, SAID] });
    const reason = `miss of turn ${turn}`;
    expect(detail.org?.history[0]).toMatchObject({ version: 2, action: 'edit', reason });
    const [last] = (await admin.audited({ target: `tool:${TOOL}` })).slice(-1);
    expect(last).toMatchObject({ by: orgAdmin.session.user.id, reason });
    // A repeated request changes nothing, and other orgs do not see the example.
    expect(await (await take(platform, turn, { tool: TOOL })).json()).toEqual(answer);
    const elsewhere = await platform.read(consoleToolDetail, `/admin/tools/${TOOL}?org=org-b`);
    expect(elsewhere.effective.examples).toEqual(detail.file.examples);
  });

  it('accepts a rephrased example, and requires one if the message is too long', async () => {
    const turn = await decide({ text: 'x'.repeat(501), selected: ['find'], missed: [TOOL] });
    const { errors } = await expectProblem(await take(orgAdmin, turn, { tool: TOOL }), 422);
    expect(errors).toMatchObject([{ pointer: '/text' }]);
    const reworded = { tool: TOOL, text: 'Note that it should have brine', reason: 'shorter' };
    expect(await (await take(orgAdmin, turn, reworded)).json()).toMatchObject({ example: reworded.text });
  });

  it('is refused without permission, without a miss, and for another tool', async () => {
    const turn = await decide({ missed: [TOOL] });
    await expectProblem(await take(member, turn, { tool: TOOL }), 403);
    const { errors } = await expectProblem(await take(orgAdmin, turn, { tool: 'find' }), 422);
    expect(errors).toEqual([{ pointer: '/tool', detail: `expected a tool that the turn missed: ${TOOL}` }]);
    const foreign = await decide({ missed: [TOOL] }, admin.orgB.id);
    for (const without of [await decide({}), foreign, randomUUID()])
      await expectProblem(await take(orgAdmin, without, { tool: TOOL }), 404);
    const gone = await decide({ missed: ['gone_tool'] });
    await expectProblem(await take(orgAdmin, gone, { tool: 'gone_tool' }), 404);
  });
});

describe('reasons of an offered tool', () => {
  it('come from the decision', async () => {
    const reasons = {
      [TOOL]: 'offered: rank 1, score 0.80, words: sea 1,200 view, learned from past messages',
    };
    const ranks = { [TOOL]: { rank: 1, score: 0.8, newTool: false } };
    const turn = await decide({ reasons, ranks, agent: 'searcher' });
    expect(await bodyOf(brokerToolReason, why(member, turn, TOOL))).toMatchObject({
      reason: reasons[TOOL],
      source: 'decision',
      rank: 1,
      score: 0.8,
    });
    expect(await (await why(analyst, turn, TOOL)).json()).toMatchObject({
      reason: 'offered: rank 1, score 0.80, learned from past messages',
    });
  });

  it('come with the rank and score stored in the decision, not those in its text', async () => {
    const reason = 'not offered: rank 1, score 9.00 are words here';
    const reasons = { [TOOL]: reason, find: 'offered', book: 'offered' };
    const ranks = {
      [TOOL]: { rank: 17, score: 0.314, newTool: false },
      find: { rank: 2, score: 0.64, newTool: true },
      book: { rank: null, score: null, newTool: false },
    };
    const turn = await decide({ reasons, ranks, agent: 'searcher', missed: [TOOL] });
    const found = await bodyOf(brokerToolReason, why(member, turn, TOOL));
    expect(found).toMatchObject({ rank: 17, score: 0.314, tier: 'deferred', source: 'decision' });
    const last = { tool: 'find', rank: 2, score: 0.64, newTool: true };
    expect(found.cut).toEqual({ chosen: 2, demanded: 1, last });
  });

  it('are computed if the decision does not store them', async () => {
    const turn = await decide({ text: 'A villa with a sea view', agent: 'searcher', rankerVersion: 4 });
    const found = await bodyOf(brokerToolReason, why(member, turn, 'search_properties'));
    expect(found).toMatchObject({ source: 'computed', rank: expect.any(Number), changed: ['ranker'] });
    expect(found.reason).toMatch(/rank \d+, score \d/);
    const outside = await decide({ text: 'x', agent: 'searcher' });
    await orgAdmin.send('PUT', `/admin/tools/store_insight/override`, {
      body: { override: { enabled: false }, seenVersion: 0, reason: 'off' },
    });
    await eventually(async () =>
      expect(await (await why(member, outside, 'store_insight')).json()).toMatchObject({
        source: 'scope',
        reason: 'not offered: not in scope, the org has switched it off',
      }),
    );
  });

  it('say whether the tool was offered if the broker was off, and whether the tools have changed since', async () => {
    const deferred = 'search_properties';
    const asked = async (offered: string[], tool: string) => {
      const turn = await decide({ mode: 'off', text: 'A villa', agent: 'searcher', offered });
      return await bodyOf(brokerToolReason, why(member, turn, tool));
    };
    expect(await asked([], deferred)).toMatchObject({
      offered: false,
      reason: expect.stringMatching(/^not offered: loaded through tool_search/),
      changed: [],
    });
    expect(await asked([deferred], deferred)).toMatchObject({
      offered: true,
      reason: expect.stringMatching(
        /^offered then; as things are now, not offered: loaded through tool_search/,
      ),
      changed: ['tools'],
    });
    expect(await asked([], 'tool_search')).toMatchObject({
      offered: false,
      reason: expect.stringMatching(/^not offered then; as things are now, offered: tier always/),
      changed: ['tools'],
    });
    expect(await asked(['tool_search'], 'tool_search')).toMatchObject({ offered: true, changed: [] });
    expect(await asked(['send_offer'], 'send_offer')).toMatchObject({
      offered: true,
      source: 'scope',
      reason: expect.stringMatching(/^offered then; as things are now, not offered: not in scope, /),
      changed: ['tools'],
    });
  });

  it('are computed with the artifacts that existed when the turn began', async () => {
    const scoreWith = async (changed?: string) => {
      const turn = await decide({ text: 'A villa with a sea view', agent: 'searcher' });
      if (changed !== undefined) await changeArtifact(turn, 'requirements', changed);
      return (await bodyOf(brokerToolReason, why(member, turn, TOOL))).score!;
    };
    const without = await scoreWith();
    expect((await scoreWith('-1 minute')) - without).toBeCloseTo(0.05);
    expect(await scoreWith('1 minute')).toBe(without);
  });

  it('are not found for unknown tools, unknown turns and turns of other orgs', async () => {
    const turn = await decide({ agent: 'searcher' });
    await expectProblem(await why(member, turn, 'no_such_tool'), 404);
    await expectProblem(await why(member, randomUUID(), TOOL), 404);
    await expectProblem(await why(member, await decide({}, admin.orgB.id), TOOL), 404);
  });
});

/** Stores an artifact of the turn's conversation with a version written that long after the turn. */
async function changeArtifact(turnId: string, kind: string, after: string): Promise<void> {
  const artifact = randomUUID();
  await admin.database.forOrg(admin.orgA.id, async (tx) => {
    await tx.execute(
      `INSERT INTO artifacts (org_id, id, conversation_id, contact_id, kind, title, current_version, created_at, updated_at)
       SELECT $1, $2, conversation_id, contact_id, $3, $3, 1, created_at, created_at FROM turns WHERE org_id = $1 AND id = $4`,
      [artifact, kind, turnId],
    );
    await tx.execute(
      `INSERT INTO artifact_versions (org_id, artifact_id, version, conversation_id, content, bytes, content_hash, strategy,
         lines_added, lines_removed, created_by_kind, created_at)
       SELECT $1, $2, 1, conversation_id, 'x', 1, 'x', 'replace', 1, 0, 'user', created_at + $4::interval
         FROM turns WHERE org_id = $1 AND id = $3`,
      [artifact, turnId, after],
    );
  });
}

it('lists the trained rankers of the viewer’s orgs with the comparison that decided whether each serves', async () => {
  const add = (orgId: string, version: number, serving: boolean) =>
    admin.query(
      `INSERT INTO ranker_versions (org_id, version, serving, verdict, examples, tools, trained_until, train_ms, comparison, created_at)
         VALUES ($1, $2, $3, $4, 900, 12, now(), 1200, $5, now() + $6)`,
      [
        version,
        serving,
        serving ? 'serves' : 'worse',
        JSON.stringify({ calls: 180, candidate: 0.91, before: { version: 1, recallAt12: 0.95 } }),
        `${version} minutes`,
      ],
      orgId,
    );
  await add(admin.orgA.id, 1, true);
  await add(admin.orgA.id, 2, false);
  await add(admin.orgB.id, 3, true);
  const list = async (who: SignedIn, query = '') =>
    (await who.read(brokerRankers, `/admin/broker/rankers${query}`)).items;
  expect(await list(analyst)).toMatchObject([
    {
      version: 2,
      serving: false,
      verdict: 'worse',
      calls: 900,
      comparison: { calls: 180, candidate: 0.91, before: { version: 1, recallAt12: 0.95 } },
    },
    { version: 1, serving: true, verdict: 'serves', org: { slug: 'org-a' } },
  ]);
  expect((await list(platform)).map(({ org }) => org.slug)).toEqual(['org-b', 'org-a', 'org-a']);
  expect(await list(platform, '?limit=1')).toHaveLength(1);
});

it('compares the shadow and enforce modes, by language and agent too', async () => {
  const { orgB } = admin;
  await decide({ missed: ['rare'], lost: 100 }, orgB.id);
  await decide({ mode: 'enforce', found: ['find'], language: 'ar' }, orgB.id);
  await decide({ mode: 'enforce', agent: 'seller', language: 'ar' }, orgB.id);
  const modes = (query: string) => platform.read(brokerModes, `/admin/broker/modes?${query}`);
  const compared = await modes('org=org-b&days=1');
  expect(compared.enforce).toEqual({
    turns: 2,
    rate: 1,
    missed: 0,
    searched: 1,
    toolsInScope: 20,
    toolsOffered: 0,
    toolsBrokered: 2,
    tokensInScope: 1000,
    tokensOffered: 1000,
    tokensBrokered: 400,
    savedShare: 0.6,
    savedShareNet: 0.6,
    selectionUs: { p50: 80, p99: 80 },
  });
  expect(compared.languages.find(({ key }) => key === 'ar')).toMatchObject({
    shadow: null,
    enforce: { turns: 2 },
  });
  expect(compared.agents.map(({ key, enforce }) => [key, enforce?.turns])).toEqual(
    expect.arrayContaining([
      ['closer', 1],
      ['seller', 1],
    ]),
  );
});
