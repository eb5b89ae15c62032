import fc from 'fast-check';
import type { ScopedTool } from '#tools';
import type { ToolTier } from '#contracts';
import { forAll } from '../../../test/harness/for-all.ts';
import { trainRanker } from '../learning/train-ranker.ts';
import type { BrokerRequest, PreviousSet } from './broker-request.ts';
import {
  always,
  broker,
  many,
  scoped,
  select,
  SUBJECTS,
  universal,
} from '../testing/scoped-tools.fixture.ts';

/** The set that the previous turn of the agent was offered. */
const previousOf = (tools: readonly string[], change: Partial<PreviousSet> = {}): PreviousSet => ({
  tools,
  agent: 'closer',
  scopeHash: 'another',
  rankerVersion: null,
  ...change,
});
const numbered = (count: number, name: string, described: Parameters<typeof scoped>[1]) =>
  Array.from({ length: count }, (_, at) => scoped(`${name}_${at}`, described));
const omittedReasons = ({ reasons }: { reasons: Record<string, string> }) =>
  Object.values(reasons).filter((reason) => reason.startsWith('not offered'));

describe('enforce', () => {
  it('offers what is demanded and the best ranked up to twelve in all, always-tools first, then by name', () => {
    const { names, outcome, brokered } = select([...many(20), universal, always]);
    expect(outcome).toBe('narrowed');
    expect(names).toHaveLength(12);
    expect(names[0]).toBe('always_there');
    expect(names).toEqual(['always_there', ...names.slice(1).toSorted()]);
    expect(names).toEqual(expect.arrayContaining(['everywhere', 'do_zorbl']));
    expect(brokered).toEqual(names);
  });

  it('never narrows to more than fifteen, whatever the setting says', () => {
    const limits = { topK: 20, fallbackK: 20, fullSetMax: 30 };
    const { names, outcome } = select([...many(22), universal, always], { limits });
    expect([outcome, names.length]).toEqual(['narrowed', 15]);
  });

  it('leaves three places to ranked tools, as far as fifteen in all allows', () => {
    const pinned = (count: number) => numbered(count, 'pinned', { tier: 'always' });
    const ranked = ({ names }: { names: string[] }) => names.filter((name) => name.startsWith('do_')).length;
    expect(ranked(select([...pinned(8), ...many(20)]))).toBe(4);
    expect(ranked(select([...pinned(11), ...many(20)]))).toBe(3);
    expect(ranked(select([...pinned(13), ...many(20)]))).toBe(2);
    const crowded = select([...pinned(17), ...many(20)]);
    expect(ranked(crowded)).toBe(0);
    expect(crowded.names).toHaveLength(17);
  });

  it('offers recent tools, and critical ones only if their trigger matches', () => {
    const trigger = (message: string) => message.includes('Paphos');
    const tools = [...many(20), scoped('critical', { tier: 'critical', trigger })];
    expect(select(tools, { recentTools: ['do_uffish'] }).names).toContain('do_uffish');
    const { names, reasons } = select(tools, { message: 'zorbl in Paphos' });
    expect(names).toContain('critical');
    expect(reasons['critical']).toBe('offered: critical, its trigger matches');
    // Otherwise the tool is ranked like a deferred one.
    expect(select(tools).reasons['critical']).toContain('rank');
  });

  it('keeps tool_search, also if no tool is held back, unless its flag is off', () => {
    const search = scoped('tool_search', { tier: 'always' });
    expect(select([...many(20), search]).names).toContain('tool_search');
    expect(select([...many(4), always, search]).names).toContain('tool_search');
    expect(select([...many(20), search], { toolSearch: false }).names).not.toContain('tool_search');
  });

  it('puts a deprecated tool behind its replacement, regardless of score', () => {
    const deprecated = { replacedBy: 'do_zorbl', reason: 'r' };
    const old = scoped('old_zorbl', { description: 'zorbl zorbl', deprecated });
    const { ranking } = select([...many(20), old]);
    expect(ranking.slice(0, 2)).toEqual(['do_zorbl', 'old_zorbl']);
  });
});

describe('a message of few words', () => {
  const limits = { topK: 4, fallbackK: 6, fullSetMax: 10 };
  const tools = many(22);
  const last = tools.slice(-3).map(({ registered }) => registered.tool.name);
  const previous = previousOf(last);
  const input = { message: 'zorbl friday', limits };

  it('prefers the previous turn’s tools, behind tools that it names', () => {
    const { ranking } = select(tools, { ...input, previous });
    expect(ranking[0]).toBe(select(tools, input).ranking[0]);
    expect(ranking.slice(0, 6)).toEqual(expect.arrayContaining(last));
  });

  it.each([
    ['of another agent', { previous: { ...previous, agent: 'other' } }],
    ['where it says much itself', { previous, message: 'zorbl friday morning house garden report' }],
  ])('but not %s', (_, change) => {
    const { ranking } = select(tools, { ...input, ...change });
    expect(ranking).toEqual(select(tools, { ...input, ...change, previous: undefined as never }).ranking);
  });
});

describe('it fails open', () => {
  it('with the previous turn’s tools first when nothing fits and the full set is large', () => {
    const last = many(22).at(-1)!.registered.tool.name;
    const limits = { topK: 12, fallbackK: 6, fullSetMax: 10 };
    const previous = previousOf([last]);
    const input = { message: 'yes', limits };
    expect(select(many(22), input).names).not.toContain(last);
    expect(select(many(22), { ...input, previous })).toMatchObject({
      outcome: 'failed_open',
      names: expect.arrayContaining([last]) as string[],
    });
  });

  it('with the previous turn’s tools when nothing fits and the pack loads by search', () => {
    const tools = [...many(20), always, scoped('tool_search', { tier: 'always' })];
    const search = { loading: 'search', message: 'hmm, all right then' } as const;
    const previous = previousOf(['do_zorbl']);
    expect(select(tools, search).names).toEqual(['always_there', 'tool_search']);
    expect(select(tools, { ...search, previous })).toMatchObject({
      names: ['always_there', 'tool_search', 'do_zorbl'],
      reasons: { do_zorbl: expect.stringContaining('nothing fits the message') as string },
    });
    expect(select(tools, { ...search, previous, agent: 'other' }).names).not.toContain('do_zorbl');
  });

  it('with the full set when there is no intent and nothing fits', () => {
    const { names, outcome, reasons } = select([...many(22), always], { message: 'hmm, all right then' });
    expect(outcome).toBe('failed_open');
    expect(names).toHaveLength(23);
    expect(reasons['do_grue']).toContain('failed open, nothing fits the message');
  });

  it('not with the full set when an intent matches', () => {
    const billingTool = scoped('meant', { intents: ['billing'] });
    const { names, outcome } = select([...many(22), billingTool], { message: 'hmm', intents: ['billing'] });
    expect(names).toContain('meant');
    expect(outcome).not.toBe('full_set');
    expect(names.length).toBeLessThanOrEqual(20);
  });

  it.each([
    ['Chinese', '帮我找一个便宜的公寓，靠近海边'],
    ['Korean', '바다 근처의 저렴한 아파트를 찾아 주세요'],
  ])('with what the agents of the org use, then tools that search, for a message in %s', (_, message) => {
    const tools = [
      ...numbered(40, 'a_thing', { description: 'Handles things' }),
      scoped('used_by_all'),
      scoped('used_by_closer'),
      scoped('z_search_homes'),
    ];
    const examples = Array.from({ length: 15 }, (_, at) => ({
      text: `vorpal ${at}`,
      tool: at < 5 ? 'used_by_closer' : 'used_by_all',
      contexts: [`agent:${at < 5 ? 'closer' : 'other'}`],
    }));
    const { documents } = broker.indexOf(tools.map(({ registered }) => registered));
    const learned = { version: 1, ranker: trainRanker(documents, examples) };
    const warm = select(tools, { message, learned });
    expect(warm).toMatchObject({ outcome: 'failed_open', confidence: 0, nothingFits: true });
    expect(warm.ranking.slice(0, 3)).toEqual(['used_by_closer', 'used_by_all', 'z_search_homes']);
    expect(select(tools, { message }).ranking[0]).toBe('z_search_homes');
    expect(select(tools.slice(20), { message }).names).toHaveLength(23);
  });

  it('with the best twenty when the full set is larger than thirty', () => {
    const tools = Array.from({ length: 40 }, (_, at) => scoped(`tool_${at}`, { description: `thing ${at}` }));
    const { names, outcome } = select(tools, { message: 'hmm' });
    expect(outcome).toBe('failed_open');
    expect(names).toHaveLength(20);
  });

  it('with ranked ones up to twenty when the scores are close together', () => {
    const selection = select(numbered(28, 'alike', { description: 'Handles zorbl' }));
    const { names, outcome, confidence } = selection;
    expect({ outcome, count: names.length }).toEqual({ outcome: 'failed_open', count: 20 });
    expect(confidence).toBeLessThan(0.1);
    const left = omittedReasons(selection);
    expect(left).not.toEqual([]);
    for (const reason of left) {
      expect(reason).not.toContain('failed open');
      expect(reason).toContain(
        'TOOL_RAG_FALLBACK_K allows 20 tools when the scores are close together, and others rank higher',
      );
    }
  });

  it('with the full set when fewer than five are left', () => {
    expect(select(many(3))).toMatchObject({
      outcome: 'failed_open',
      names: expect.arrayContaining(['do_fnord']),
    });
  });
});

describe('the reason of an omitted tool', () => {
  it.each([
    [0, 'TOOL_RAG_TOP_K allows 12 tools and others rank higher'],
    [9, 'TOOL_RAG_TOP_K allows 12 tools and others rank higher'],
    [11, '11 tools are always offered, 3 more have a place and others rank higher'],
    [13, '13 tools are always offered, 2 more have a place and others rank higher'],
    [14, '14 tools are always offered, 1 more has a place and others rank higher'],
    [16, 'the 16 tools that are always offered leave no place'],
  ])('names the limit beside %i demanded tools', (count, limit) => {
    const left = omittedReasons(select([...many(22), ...numbered(count, 'there', { tier: 'always' })]));
    expect(left).not.toEqual([]);
    for (const reason of left) expect(reason).toContain(`not offered: ${limit}, `);
  });
});

describe('the set of the previous turn', () => {
  const tools = [...many(20), always];
  const first = select(tools);
  const previous = previousOf(first.brokered ?? [], { scopeHash: first.scopeHash });
  // Another message whose five best tools are in the set; tools without a score are ordered by name.
  const again = { message: 'more zorbl', previous };

  it('is offered again if it contains the demanded and the five best tools', () => {
    const selection = select(tools, again);
    expect(selection).toMatchObject({ outcome: 'steady', names: first.names });
    expect(selection.reasons['do_zorbl']).toContain('the previous turn’s set');
    expect(omittedReasons(selection)[0]).toContain(
      'the previous turn’s tools are offered again, because they include the 5 best ranked',
    );
  });

  it.each([
    ['another agent', { previous: { ...previous, agent: 'other' } }],
    ['another scope', { previous: { ...previous, scopeHash: 'x' } }],
    ['another ranker version', { previous: { ...previous, rankerVersion: 3 } }],
    ['a recent tool that it lacks', { recentTools: ['do_uffish', 'do_slithy', 'do_tulgey', 'do_wocky'] }],
    [
      'a set that had failed open',
      { previous: { ...previous, tools: tools.map(({ registered }) => registered.tool.name) } },
    ],
    [
      'a set without one of the best tools',
      { previous: { ...previous, tools: previous.tools.filter((name) => name !== 'do_zorbl') } },
    ],
  ])('is not with %s', (_, change) => {
    expect(select(tools, { ...again, ...change }).outcome).toBe('narrowed');
  });
});

describe('modes', () => {
  const tools = [...many(20), always];

  it('shadow offers everything and computes what enforce would offer', () => {
    const shadow = select(tools, { mode: 'shadow' });
    expect(shadow.names).toHaveLength(21);
    expect(shadow.brokered).toEqual(select(tools).names);
    expect(shadow.reasons['do_zorbl']).toMatch(
      /^offered: in shadow nothing is left out; with enforce it would be offered too: rank 1, score/,
    );
    expect(shadow.reasons[always.registered.tool.name]).toBe('offered: tier always, with enforce too');
    const left = shadow.names.find((name) => !shadow.brokered?.includes(name)) ?? '';
    expect(shadow.reasons[left]).toMatch(
      /^offered: in shadow nothing is left out; with enforce it would not be offered: TOOL_RAG_TOP_K allows 12 tools and others rank higher, rank \d+, score/,
    );
  });

  it('shadow shows the effect of enforce on a tool behind tool_search', () => {
    const search = scoped('tool_search', { tier: 'always' });
    const shadow = select([...tools, search], { mode: 'shadow', loading: 'search', toolSearch: true });
    expect(shadow.reasons['do_zorbl']).toMatch(
      /^not offered: loaded through tool_search; with enforce it would be offered: rank 1, score/,
    );
    const left = Object.values(shadow.reasons).find((reason) => reason.includes('either'));
    expect(left).toMatch(
      /^not offered: loaded through tool_search; with enforce it would not be offered either: TOOL_RAG_TOP_K/,
    );
  });

  it('off computes nothing', () => {
    expect(select(tools, { mode: 'off' })).toMatchObject({
      outcome: 'full_set',
      brokered: null,
      confidence: null,
    });
  });
});

describe('score boosts', () => {
  const tools = many(20);
  const rankOf = (name: string, change: Partial<BrokerRequest>) =>
    select(tools, change).ranking.indexOf(name);
  /** A ranker that has seen as many calls of each tool in its context. */
  const learnedFrom = (calls: number, contexts: Record<string, string>) => {
    const { documents } = broker.indexOf(tools.map(({ registered }) => registered));
    const examples = Object.entries(contexts).flatMap(([tool, context]) =>
      Array.from({ length: calls }, (_, at) => ({ text: `unrelated ${at}`, tool, contexts: [context] })),
    );
    return { ranker: trainRanker(documents, examples), version: 1 };
  };

  it('a cue of the pack', () => {
    const cues = [{ cue: 'year', boosts: { do_boojum: 2 } }];
    expect(rankOf('do_boojum', { cues })).toBe(0);
    expect(rankOf('do_boojum', { cues: [{ cue: 'year', boosts: { unknown: 2 } }] })).not.toBe(0);
  });

  it('the open artifact: by tool name, and by past calls with that artifact', () => {
    const named = [...tools, scoped('update_parts', { description: 'Changes it.' }), scoped('open_part', {})];
    const place = (openArtifact?: string) =>
      select(named, { message: 'please change that', openArtifact }).ranking.indexOf('update_parts');
    expect(place('parts')).toBe(0);
    expect(place('wiring')).toBeGreaterThanOrEqual(place('parts'));
    const learned = learnedFrom(10, { do_grue: 'artifact:wiring', do_snark: 'artifact:parts' });
    const first = (openArtifact: string) =>
      select(tools, { message: 'and then what', openArtifact, learned }).ranking.find((name) =>
        ['do_grue', 'do_snark'].includes(name),
      );
    expect([first('wiring'), first('parts')]).toEqual(['do_grue', 'do_snark']);
  });

  it('tools usually called after the last tool', () => {
    const learned = learnedFrom(10, { do_grue: 'after:do_snark' });
    const placeAfter = (last: string) =>
      rankOf('do_grue', { message: 'and then what', recentTools: [last], learned });
    expect(placeAfter('do_snark')).toBeLessThanOrEqual(placeAfter('do_plugh'));
  });
});

it('every tool in scope has a reason; with thousands, only the best ranked', () => {
  const tools = [...many(20), always];
  expect(Object.keys(select(tools).reasons).sort()).toEqual(
    tools.map(({ registered }) => registered.tool.name).sort(),
  );
  expect(select(tools).reasons['do_zorbl']).toMatch(/^offered: rank 1, score \d\.\d\d, words: zorbl$/);
  const thousands = Array.from({ length: 2_000 }, (_, at) =>
    scoped(`t${at}`, { description: `zorbl ${at}` }),
  );
  expect(Object.keys(select(thousands).reasons).length).toBeLessThan(200);
});

describe('for any scope and message', () => {
  const tiers = ['always', 'universal', 'deferred', 'deferred', 'deferred', 'critical'] as const;
  const tier = fc.constantFrom<ToolTier>(...tiers);
  const word = fc.constantFrom(...SUBJECTS.slice(0, 8), 'hmm', 'weather', 'then');
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const tools = fc
    .uniqueArray(fc.tuple(fc.stringMatching(/^[a-e]{1,3}$/), tier, text), {
      selector: ([name]) => name,
      maxLength: 40,
      minLength: 1,
    })
    .map((rows) => rows.map(([name, own, description]) => scoped(name, { tier: own, description })));
  const demandedOf = (some: ScopedTool[]) =>
    some.filter((one) => one.tier !== 'deferred').map(({ registered }) => registered.tool.name);

  it('demanded tools are never dropped; more than fifteen tools only if it failed open or demands more', () => {
    forAll(150, tools, text, (usable, message) => {
      const { names, outcome } = select(usable, { message });
      const demanded = demandedOf(usable);
      expect(names).toEqual(expect.arrayContaining(demanded));
      if (outcome === 'narrowed') expect(names.length).toBeLessThanOrEqual(Math.max(15, demanded.length));
      if (outcome === 'failed_open') expect(names.length).toBeLessThanOrEqual(Math.max(30, demanded.length));
    });
  });

  it('the order of the scope has no effect, and the set just offered is offered again', () => {
    forAll(150, tools, text, (usable, message) => {
      const one = select(usable, { message });
      expect(select(usable.toReversed(), { message }).names).toEqual(one.names);
      const previous = previousOf(one.brokered ?? [], { scopeHash: one.scopeHash });
      expect(select(usable, { message, previous }).names).toEqual(one.names);
    });
  });
});
