import type { FlagView } from '#contracts';
import { flagOf, inOrg, setTo, sharedWith, type OrgSlug } from './flag.fixture.ts';
import { valueIn, orgRowsOf, summaryOf, valueSources } from './org-rows.ts';

const shared = sharedWith(25, 'enforce');

/** The row of `slug`, or of the platform, for the one flag. */
function rowOf(flag: FlagView, slug: OrgSlug | null) {
  const row = orgRowsOf([flag], '').find((candidate) => candidate.slug === slug);
  if (!row) throw new Error(`No row ${slug}`);
  return { ...valueIn(flag, row), why: valueSources(flag, row) };
}

describe('the rows of the matrix', () => {
  it('are the default of the platform and every org', () => {
    expect(orgRowsOf([flagOf()], '').map(({ slug }) => slug)).toEqual([null, 'demo', 'gulf']);
  });

  it('are only matching orgs if words are searched', () => {
    expect(orgRowsOf([flagOf()], 'homes').map(({ slug }) => slug)).toEqual(['demo']);
    expect(orgRowsOf([flagOf()], 'no such')).toEqual([]);
  });
});

describe('the value of a flag in an org', () => {
  it('is inherited, with its source, if the org sets none', () => {
    expect(rowOf(flagOf(), 'demo')).toEqual({ value: 'off', inherited: true, why: ['declared default'] });
    const byPlatform = flagOf({
      default: setTo('shadow'),
      orgs: [inOrg('demo', { effective: 'shadow', source: 'default' })],
    });
    expect(rowOf(byPlatform, 'demo')).toEqual({
      value: 'shadow',
      inherited: true,
      why: ['platform default'],
    });
  });

  it('is its own value, with its share and pins', () => {
    const own = inOrg('demo', {
      effective: 'shadow',
      source: 'org',
      own: setTo('shadow'),
      share: shared,
      pinned: 2,
    });
    expect(rowOf(flagOf({ orgs: [own] }), 'demo')).toEqual({
      value: 'shadow',
      inherited: false,
      why: ['set for the org', '25\u00A0% of conversations enforce', '2 pinned conversations'],
    });
  });

  it('marks a share without effect', () => {
    const enforced = { effective: 'enforce', source: 'org', own: setTo('enforce'), share: shared } as const;
    const flag = flagOf({ orgs: [inOrg('demo', enforced)] });
    expect(rowOf(flag, 'demo').why).toEqual([
      'set for the org',
      '25\u00A0% of conversations enforce (no effect: all conversations already get enforce)',
    ]);
    const none = flagOf({ orgs: [inOrg('demo', { share: sharedWith(0, 'enforce') })] });
    expect(rowOf(none, 'demo').why).toContain(
      '0\u00A0% of conversations enforce (no effect: it covers no conversation)',
    );
  });

  it('is forced by the kill switch, with the values that it overrides', () => {
    const forced = inOrg('demo', { source: 'kill', own: setTo('shadow'), share: shared, pinned: 1 });
    const flag = flagOf({
      killed: true,
      default: setTo('enforce'),
      orgs: [forced, inOrg('gulf', { source: 'kill' })],
    });
    expect(rowOf(flag, 'demo')).toEqual({
      value: 'off',
      inherited: false,
      why: ['kill switch', 'instead of shadow, 25\u00A0% of conversations enforce, 1 pinned conversation'],
    });
    expect(rowOf(flag, 'gulf').why).toEqual(['kill switch', 'instead of enforce']);
    expect(rowOf(flag, null)).toEqual({
      value: 'off',
      inherited: false,
      why: ['kill switch', 'instead of enforce, 1 org has its own value'],
    });
  });
});

describe('the default of the platform', () => {
  it('is the declared one until the platform sets another', () => {
    expect(rowOf(flagOf(), null)).toEqual({ value: 'off', inherited: true, why: ['declared default'] });
    expect(rowOf(flagOf({ default: setTo('shadow') }), null)).toEqual({
      value: 'shadow',
      inherited: false,
      why: ['platform default', 'declared default off'],
    });
  });

  it('reports how many orgs have their own value', () => {
    const own = { source: 'org', own: setTo('enforce'), effective: 'enforce' } as const;
    expect(rowOf(flagOf({ orgs: [inOrg('demo', own)] }), null).why).toEqual([
      'declared default',
      '1 org has its own value',
    ]);
    expect(rowOf(flagOf({ orgs: [inOrg('demo', own), inOrg('gulf', own)] }), null).why).toContain(
      '2 orgs have their own value',
    );
  });
});

describe('a card', () => {
  const cardsOf = (...flags: FlagView[]) => orgRowsOf(flags, '').map((row) => summaryOf(flags, row));

  it('shows values that differ from the default', () => {
    expect(cardsOf(flagOf({ orgs: [inOrg('demo', { share: shared }), inOrg('gulf')] }))).toEqual([
      'tool_broker off',
      'tool_broker enforce for 25\u00A0%',
      'All flags at the default',
    ]);
  });

  it('omits a share that changes nothing', () => {
    const own = inOrg('demo', { effective: 'enforce', own: setTo('enforce'), source: 'org', share: shared });
    expect(cardsOf(flagOf({ orgs: [own] }))[1]).toBe('tool_broker enforce');
  });

  it('shows killed flags first, without the values that they override', () => {
    const own = inOrg('demo', { source: 'kill', own: setTo('enforce'), share: shared });
    const killed = flagOf({
      killed: true,
      default: setTo('shadow'),
      orgs: [own, inOrg('gulf', { source: 'kill' })],
    });
    const other = flagOf({
      key: 'semantic_memory',
      orgs: [inOrg('demo', { own: setTo('shadow') }), inOrg('gulf')],
    });
    expect(cardsOf(other, killed)).toEqual([
      'tool_broker killed: off · semantic_memory off',
      'tool_broker killed: off · semantic_memory shadow',
      'tool_broker killed: off',
    ]);
  });
});
