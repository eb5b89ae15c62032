import { randomUUID } from 'node:crypto';
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk';
import { FlagCatalogue } from './flag-catalogue.ts';
import type { StoredRule } from './flag-rule.repository.ts';
import { FlagStore } from './flag-store.ts';
import { Flags } from './flags.ts';

const ORG = randomUUID();
const CONVERSATION = randomUUID();

function rule(change: object): StoredRule {
  const place = { flag: 'tool_broker', at: 'org', orgId: ORG, conversationId: null };
  return {
    ...place,
    value: 'shadow',
    percent: null,
    revision: 1,
    changedAt: new Date(0),
    ...change,
  } as StoredRule;
}

async function open(rows: StoredRule[]) {
  const set = { rows };
  const store = new FlagStore(new FlagCatalogue(), async () => set.rows);
  return { set, store, flags: await Flags.open(store) };
}

afterAll(() => OpenFeature.clearProviders());

describe('evaluating flags', () => {
  it('returns variants and booleans by org and conversation', async () => {
    const { flags } = await open([
      rule({}),
      rule({ at: 'conversation', conversationId: CONVERSATION, value: 'enforce' }),
      rule({ flag: 'ptc', value: 'false' }),
    ]);
    expect(await flags.variant('tool_broker', { orgId: ORG })).toBe('shadow');
    expect(await flags.variant('tool_broker', { orgId: ORG, conversationId: CONVERSATION })).toBe('enforce');
    expect(await flags.variant('tool_broker', { orgId: randomUUID() })).toBe('off');
    expect(await flags.isOn('ptc', { orgId: ORG })).toBe(false);
    expect(await flags.isOn('ptc', { orgId: randomUUID() })).toBe(true);
  });

  it('throws for an unknown key and for the wrong type', async () => {
    const { flags } = await open([]);
    await expect(flags.isOn('tool_serch', { orgId: ORG })).rejects.toThrow('no flag "tool_serch"');
    await expect(flags.isOn('tool_broker', { orgId: ORG })).rejects.toThrow('has variants');
    await expect(flags.variant('ptc', { orgId: ORG })).rejects.toThrow('boolean');
  });
});

describe('the OpenFeature provider', () => {
  const details = (flags: Flags, context: object) =>
    flags.client.getStringDetails('tool_broker', 'none', { ...context });

  it('returns the variant and the reason', async () => {
    const { flags, set, store } = await open([]);
    const conversationId = CONVERSATION;
    const cases: [StoredRule[], object][] = [
      [[], { reason: 'DEFAULT', variant: 'off', flagMetadata: { source: 'code' } }],
      [
        [rule({ at: 'default', orgId: null })],
        { reason: 'DEFAULT', variant: 'shadow', flagMetadata: { source: 'default' } },
      ],
      [[rule({})], { reason: 'TARGETING_MATCH', variant: 'shadow', flagMetadata: { source: 'org' } }],
      [
        [rule({ at: 'share', percent: 100 })],
        { reason: 'SPLIT', variant: 'shadow', flagMetadata: { source: 'share' } },
      ],
      [
        [rule({ at: 'conversation', conversationId, value: 'enforce' })],
        { reason: 'TARGETING_MATCH', variant: 'enforce', flagMetadata: { source: 'conversation' } },
      ],
      [
        [rule({}), rule({ at: 'kill', orgId: null, value: 'true' })],
        { reason: 'DISABLED', variant: 'off', flagMetadata: { source: 'kill' } },
      ],
    ];
    for (const [rows, expected] of cases) {
      set.rows = rows;
      await store.refresh();
      const found = await details(flags, { orgId: ORG, conversationId });
      expect(found).toMatchObject(expected);
      expect(found.errorCode).toBeUndefined();
    }
  });

  it('returns FLAG_NOT_FOUND for an unknown key, and TYPE_MISMATCH for the wrong type', async () => {
    const { flags } = await open([]);
    expect(await flags.client.getBooleanDetails('nothing', true)).toMatchObject({
      value: true,
      reason: 'ERROR',
      errorCode: 'FLAG_NOT_FOUND',
    });
    expect((await flags.client.getBooleanDetails('tool_broker', true)).errorCode).toBe('TYPE_MISMATCH');
    expect((await flags.client.getNumberDetails('ptc', 1)).errorCode).toBe('TYPE_MISMATCH');
    expect((await flags.client.getObjectDetails('ptc', {})).errorCode).toBe('TYPE_MISMATCH');
  });

  it('emits an event only for changed flags', async () => {
    const { flags, set, store } = await open([rule({}), rule({ flag: 'ptc', value: 'false' })]);
    const told: (string[] | undefined)[] = [];
    flags.client.addHandler(
      ProviderEvents.ConfigurationChanged,
      (event) => void told.push(event?.flagsChanged),
    );
    set.rows = [rule({ value: 'enforce', revision: 2 }), rule({ flag: 'ptc', value: 'false' })];
    await store.refresh();
    await store.refresh();
    expect(told).toEqual([['tool_broker']]);
  });
});
