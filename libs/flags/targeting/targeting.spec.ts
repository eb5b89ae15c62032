import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { FlagCatalogue } from '../flag-catalogue.ts';
import type { StoredRule } from '../flag-rule.repository.ts';
import { bucketOf, BUCKETS, bucketsOf } from './bucket.ts';
import { buildTargets } from './build-targets.ts';
import { evaluateFlag, type FlagTargets } from './targeting.ts';

const flag = new FlagCatalogue().get('tool_broker');
const variant = fc.constantFrom('off', 'shadow', 'enforce');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const ORG = randomUUID();

const settings = fc.record({
  killed: fc.boolean(),
  default: maybe(variant),
  org: maybe(variant),
  share: maybe(
    fc.record({ percent: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100), value: variant }),
  ),
  pin: maybe(variant),
  conversationId: fc.uuid(),
});
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

function targetsOf({ killed, default: platform, org, share, pin, conversationId }: Settings): FlagTargets {
  return {
    killed,
    default: platform,
    orgs: new Map([
      [
        ORG,
        {
          value: org,
          share: share && { buckets: bucketsOf(share.percent), value: share.value },
          conversations: new Map(pin === undefined ? [] : [[conversationId, pin]]),
        },
      ],
    ]),
  };
}

describe('targeting', () => {
  it('applies the most specific place, and the kill switch above all', () => {
    forAll(500, settings, (set) => {
      const found = evaluateFlag(flag, targetsOf(set), { orgId: ORG, conversationId: set.conversationId });
      const inShare = set.share && bucketOf('tool_broker', set.conversationId) < set.share.percent * 100;
      // From the first place to the last, as the rule is told to people.
      let expected: { value: string; source: string } = { value: 'off', source: 'code' };
      if (set.default !== undefined) expected = { value: set.default, source: 'default' };
      if (set.org !== undefined) expected = { value: set.org, source: 'org' };
      if (set.share && inShare) expected = { value: set.share.value, source: 'share' };
      if (set.pin !== undefined) expected = { value: set.pin, source: 'conversation' };
      if (set.killed) expected = { value: 'off', source: 'kill' };
      expect(found).toEqual(expected);
    });
  });

  it('of one org does not affect another, and ignores shares without a conversation', () => {
    forAll(100, settings, (set) => {
      const nothing = { ...set, org: undefined, share: undefined, pin: undefined };
      const of = (targets: FlagTargets, context: object) => evaluateFlag(flag, targets, context);
      const elsewhere = { orgId: randomUUID(), conversationId: set.conversationId };
      expect(of(targetsOf(set), elsewhere)).toEqual(of(targetsOf(nothing), elsewhere));
      const whole = { ...set, share: undefined, pin: undefined };
      expect(of(targetsOf(set), { orgId: ORG })).toEqual(of(targetsOf(whole), { orgId: ORG }));
    });
  });

  it('forces the safe value of the flag, whatever is set', () => {
    const killed = { killed: true, default: 'enforce', orgs: new Map() };
    expect(evaluateFlag(flag, killed, {})).toEqual({ value: 'off', source: 'kill' });
    const ptc = new FlagCatalogue().get('ptc');
    expect(evaluateFlag(ptc, { killed: true, orgs: new Map() }, {}).value).toBe(false);
  });
});

describe('a share of conversations', () => {
  it('uses the documented hash', () => {
    const id = '0198a3c2-7b1e-7000-8000-000000000001';
    const digest = createHash('sha256').update(`tool_broker:${id}`).digest();
    expect(bucketOf('tool_broker', id)).toBe(digest.readUInt32BE(0) % 10_000);
  });

  it('keeps its conversations when it grows', () => {
    forAll(100, fc.uuid(), fc.nat(10_000), fc.nat(10_000), (id, one, other) => {
      const inside = (hundredths: number) => bucketOf('ptc', id) < bucketsOf(hundredths / 100);
      if (inside(Math.min(one, other))) expect(inside(Math.max(one, other))).toBe(true);
      expect([inside(0), inside(10_000)]).toEqual([false, true]);
    });
  });

  it('has the configured size, is evenly distributed, and differs per flag', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `conversation-${index}`);
    const shareOf = (key: string) => ids.filter((id) => bucketOf(key, id) < bucketsOf(20));
    const [one, other] = [shareOf('ptc'), new Set(shareOf('tool_search'))];
    expect(one.length / ids.length).toBeCloseTo(0.2, 1);
    // Independent: a fifth of the one is in the other.
    expect(one.filter((id) => other.has(id)).length / one.length).toBeCloseTo(0.2, 1);
    expect(Math.max(...ids.map((id) => bucketOf('ptc', id)))).toBeLessThan(BUCKETS);
  });
});

describe('targets by rows', () => {
  const rule = (change: object): StoredRule =>
    ({
      flag: 'tool_broker',
      at: 'default',
      orgId: null,
      conversationId: null,
      value: 'shadow',
      percent: null,
      revision: 1,
      changedAt: new Date(0),
      ...change,
    }) as StoredRule;

  it('omit cleared values, undeclared flags and unknown values', () => {
    const rows = [
      rule({ value: null }),
      rule({ flag: 'gone_with_its_pack' }),
      rule({ at: 'org', orgId: ORG, value: 'eager' }),
    ];
    const targets = buildTargets(new FlagCatalogue(), rows);
    expect([...targets.keys()]).toEqual(['tool_broker']);
    expect(evaluateFlag(flag, targets.get('tool_broker'), { orgId: ORG }).source).toBe('code');
  });

  it('contain places of every kind', () => {
    const conversationId = randomUUID();
    const at = { orgId: ORG };
    const targets = buildTargets(new FlagCatalogue(), [
      rule({}),
      rule({ at: 'org', ...at, value: 'off' }),
      rule({ at: 'share', ...at, value: 'enforce', percent: 12.5 }),
      rule({ at: 'conversation', ...at, conversationId, value: 'enforce' }),
    ]).get('tool_broker');
    expect(targets).toEqual({
      killed: false,
      default: 'shadow',
      orgs: new Map([
        [
          ORG,
          {
            value: 'off',
            share: { buckets: 1_250, value: 'enforce' },
            conversations: new Map([[conversationId, 'enforce']]),
          },
        ],
      ]),
    });
  });
});
