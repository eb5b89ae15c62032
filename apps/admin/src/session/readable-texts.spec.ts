import { consoleEffectPage, consoleRequestPage } from '#contracts';
import {
  brokerMissPage,
  consoleConversationPage,
  consoleSessionAnswer,
  consoleSpanDetail,
  consoleTurnDetail,
  consoleTurnPage,
  toolGapReport,
} from '#contracts/console';
import { addDecision } from '../broker/broker-decision.fixture.ts';
import { addSpans, addTurn, type AddedTurn } from '../console-rows.fixture.ts';
import { addRow } from '../listed-rows.fixture.ts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { usualSpans } from '../usual-spans.fixture.ts';

const TEXTS = { a: 'Anything with a lemon tree in Paphos?', b: 'A lemon grove near Riga, please' };

const turns = {} as Record<'a' | 'b', AddedTurn>;
let spanIds: Map<string, string>;

const { admin, orgAdmin: boss, analyst: ofA, otherAnalyst: ofB, everyAnalyst: ofAll } = useAdmin();

beforeAll(async () => {
  const { orgA, orgB } = admin;
  turns.a = await addTurn(admin.database, { orgId: orgA.id, text: TEXTS.a });
  turns.b = await addTurn(admin.database, { orgId: orgB.id, text: TEXTS.b });
  for (const [orgId, text] of [
    [orgA.id, TEXTS.a],
    [orgB.id, TEXTS.b],
  ] as const) {
    await addDecision(admin.database, orgId, { text, missed: ['find'], gaps: ['nothing_ranked'] });
    await addRow(admin.database, orgId, 'tool_effects', { arguments: { text } });
    await addRow(admin.database, orgId, 'feature_requests', { title: text, description: text });
  }
  spanIds = await addSpans(admin.database, orgA.id, turns.a, usualSpans());
});

const json = async (who: SignedIn, path: string): Promise<unknown> => (await who.get(path)).json();
const excerpts = async (who: SignedIn, query = '') => {
  const { items } = consoleTurnPage.parse(await json(who, `/admin/turns${query}`));
  return Object.fromEntries(items.map(({ org, excerpt }) => [org.slug, excerpt]));
};
const found = async (who: SignedIn) => {
  const [inTurns, inConversations] = [
    consoleTurnPage.parse(await json(who, '/admin/turns?q=lemon')),
    consoleConversationPage.parse(await json(who, '/admin/conversations?q=lemon')),
  ].map(({ items }) => [...new Set(items.map(({ org }) => org.slug))]);
  expect(inConversations).toEqual(inTurns);
  return inTurns;
};
const said = async (who: SignedIn, { id }: AddedTurn) =>
  consoleTurnDetail.parse(await json(who, `/admin/turns/${id}`)).messages[0]?.text;
const spanOf = async (who: SignedIn) =>
  consoleSpanDetail.parse(
    await json(who, `/admin/traces/${turns.a.traceId}/spans/${spanIds.get('chat gpt-5-mini')}`),
  );
const textsOf = async (who: SignedIn) =>
  consoleSessionAnswer.parse(await json(who, '/admin/session')).session?.permissions.messageTexts;
const listed = async (who: SignedIn) => {
  const misses = brokerMissPage.parse(await json(who, '/admin/broker/misses')).items;
  const effects = consoleEffectPage.parse(await json(who, '/admin/effects')).items;
  const requests = consoleRequestPage.parse(await json(who, '/admin/requests')).items;
  const gaps = toolGapReport.parse(await json(who, '/admin/broker/gaps')).items;
  const byOrg = (rows: { org: { slug: string }; text: unknown }[]) =>
    Object.fromEntries(rows.map(({ org, text }) => [org.slug, text]));
  return {
    misses: byOrg(misses.map(({ org, message: text }) => ({ org, text }))),
    effects: byOrg(effects.map(({ org, arguments: text }) => ({ org, text }))),
    requests: byOrg(requests.map(({ org, title: text }) => ({ org, text }))),
    gaps: byOrg(gaps.flatMap(({ examples }) => examples.map(({ org, message: text }) => ({ org, text })))),
    words: gaps.map(({ orgs, words }) => [orgs.map(({ org }) => org.slug).sort(), words !== null]),
  };
};
/** Routes that return only texts. */
const alone = [
  () => `/admin/playground/turns/${turns.a.id}/steps`,
  () => `/admin/turns/${turns.a.id}/programs?org=org-a`,
  () => '/admin/insights?org=org-a&q=lemon',
];

const allow = async (value: string) => {
  const body = { value, why: 'they look for what is missing' };
  const answer = await boss.send('PUT', '/admin/settings/ANALYSTS_READ_TEXTS', { body });
  expect(answer.status).toBe(200);
};

describe('texts of messages', () => {
  const readNothing = async () => {
    expect(await excerpts(ofA)).toEqual({ 'org-a': null });
    expect(await excerpts(ofAll)).toEqual({ 'org-a': null, 'org-b': null });
    for (const analyst of [ofA, ofAll]) {
      expect(JSON.stringify(await listed(analyst))).not.toContain('lemon');
      expect(await textsOf(analyst)).toEqual([]);
      expect(await found(analyst)).toEqual([]);
      expect(await said(analyst, turns.a)).toBeNull();
      expect(await spanOf(analyst)).toMatchObject({ textsHidden: true, attributes: {}, input: null });
      for (const path of alone) await expectProblem(await analyst.get(path()), 403);
    }
  };

  it('are hidden from analysts unless the org allows them', readNothing);

  it('are readable by analysts in an org that allows it, and in no other', async () => {
    await allow('yes');
    expect(await textsOf(ofA)).toEqual(['org-a']);
    expect(await excerpts(ofA)).toEqual({ 'org-a': TEXTS.a });
    expect(await textsOf(ofAll)).toEqual(['org-a']);
    expect(await excerpts(ofAll)).toEqual({ 'org-a': TEXTS.a, 'org-b': null });
    expect(await excerpts(ofAll, '?org=org-b')).toEqual({ 'org-b': null });
    for (const analyst of [ofA, ofAll]) {
      expect(await found(analyst)).toEqual(['org-a']);
      expect(await said(analyst, turns.a)).toBe(TEXTS.a);
      expect((await spanOf(analyst)).textsHidden).toBe(false);
      for (const path of alone) expect((await analyst.get(path())).status).toBe(200);
    }
    expect(await said(ofAll, turns.b)).toBeNull();
    const { words, ...lists } = await listed(ofAll);
    const inA = { 'org-a': TEXTS.a, 'org-b': null };
    const effects = { 'org-a': { text: TEXTS.a }, 'org-b': null };
    expect(lists).toEqual({ misses: inA, effects, requests: inA, gaps: inA });
    for (const [orgs, shown] of words) expect(shown).toBe(!(orgs as string[]).includes('org-b'));
    expect(await excerpts(ofB)).toEqual({ 'org-b': null });
    expect(await textsOf(boss)).toBeNull();
  });

  it('do not let an analyst who reads them write messages', async () => {
    const body = { text: 'Hello' };
    for (const analyst of [ofA, ofAll])
      await expectProblem(await analyst.send('POST', '/admin/playground/messages?org=org-a', { body }), 403);
  });

  it('are hidden again once the org withdraws the permission, with audit entries', async () => {
    await allow('no');
    await readNothing();
    const by = boss.session.user.id;
    expect(await admin.audited({ target: 'setting:ANALYSTS_READ_TEXTS' })).toMatchObject([
      { after: { value: 'yes' }, by },
      { after: { value: 'no' }, by },
    ]);
  });
});
