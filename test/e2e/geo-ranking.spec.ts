import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ToolBroker, type BrokerRequest, detectIntents, intentsOf } from '#broker';
import { everyTool, platformTools, scopeTools, ToolRegistry } from '#tools';
import { serversOf } from '../../libs/mcp/client/mcp-clients.ts';
import { toolFromServer } from '../../libs/mcp/client/tool-from-server.ts';
import { requestsOf } from '../../libs/offline-model/choose/requests.ts';
import { geo } from '../../packs/geo/index.ts';
import { geoOffline } from '../../packs/geo/offline/index.ts';
import { listedTool } from '../../packs/geo/integrations/server/definition.ts';
import { geoTools } from '../../packs/geo/tools/index.ts';
import { offlineHintsOf } from '#offline-model';

const SEARCH = 'search_geospatial_metadata';
const orgId = randomUUID();
const corpus = JSON.parse(readFileSync('packs/geo/offline/corpus.json', 'utf8')) as {
  after?: string[];
  text: string;
  expect: 'declines' | { tool: string };
}[];

const registry = new ToolRegistry([geo], platformTools);
for (const { server, spec } of serversOf(geo)) {
  const parts = { call: () => Promise.reject(new Error('Nothing is called here')), away: () => undefined };
  registry.setServerTools(
    server,
    geoTools.map((tool) => toolFromServer(listedTool(tool), spec, parts)),
  );
}
const scope = scopeTools({
  registry: registry.effective(orgId),
  agent: { pack: 'geo', name: 'geo_analyst' },
  orgPacks: ['geo'],
  disabledTools: new Set(),
  channel: 'chat',
  caller: 'contact',
  conversation: everyTool,
});

/**
 * The tool that the offline model chooses for a message, and the broker's first tool apart from those always loaded.
 */
function chosenFor(text: string) {
  const facts = {
    orgId,
    pack: 'geo',
    agent: 'geo_analyst',
    contactId: 'c',
    conversationId: 'c',
    userId: null,
    channel: 'chat',
    language: 'en',
    timezone: 'Asia/Dubai',
    now: new Date('2026-11-16T09:00:00Z'),
  };
  const tools = scope.usable.map(({ registered: { tool, parameters } }) => ({
    name: tool.name,
    description: tool.description,
    parameters,
  }));
  const exchanges = [{ text, calls: [], reply: '' }];
  const situation = { exchanges, tools, hints: offlineHintsOf(registry, [geoOffline]), facts } as never;
  const [part] = requestsOf(situation);
  const request: BrokerRequest = {
    mode: 'enforce',
    message: text,
    usable: scope.usable,
    loading: 'broker',
    recentTools: [],
    intents: detectIntents(text, intentsOf('geo', geo.intents)),
    toolSearch: true,
    agent: 'geo_analyst',
    channel: 'chat',
    cues: geo.cues?.(text) ?? [],
    limits: { topK: 12, fallbackK: 20, fullSetMax: 30 },
  };
  const { offered, ranking } = new ToolBroker().select(request);
  return {
    offline: part?.tool?.name,
    ranked: ranking.filter((name) => name !== SEARCH),
    offered: offered.map(({ registered }) => registered.tool.name),
  };
}

it('all ten tools are in scope at once, with the pack’s overrides', () => {
  const names = scope.usable.map(({ registered }) => registered.tool.name);
  expect(names).toEqual(
    expect.arrayContaining([...geoTools.map(({ name }) => name), 'tool_search', 'request_feature']),
  );
  expect(names).not.toContain('read_file');
  expect(registry.effective(orgId).tool('get_transaction_count')).toMatchObject({
    held: false,
    tool: { capability: 'geo', sideEffect: 'none', cacheable: { ttlSeconds: 300 } },
  });
});

describe('the offline model chooses the right tool for the example messages', () => {
  it.each(geoTools.flatMap(({ name, examples }) => examples.map((text) => [text, name])))(
    '%s → %s',
    (text, name) => {
      expect(chosenFor(text).offline).toBe(name);
    },
  );
});

describe('the broker', () => {
  it('offers the tool of every message that the offline model serves', () => {
    // A message that continues a conversation takes its subject from the message before.
    const missed = corpus.filter(
      ({ after, text, expect: wanted }) =>
        !after && wanted !== 'declines' && !chosenFor(text).offered.includes(wanted.tool),
    );
    expect(missed).toEqual([]);
  });

  it.each([
    ['كم صفقة بيع تمت في جزيرة ياس سنة 2023؟', 'get_transaction_count'],
    ['One-bedroom to rent in Al Reef for up to 60 thousand', 'find_units_by_budget'],
    ['أبحث عن شقة للإيجار بميزانية 60 ألف', 'find_units_by_budget'],
    ['What is the supply of homes on Yas Island?', 'get_current_supply'],
  ])('ranks first: %s → %s', (text, name) => {
    const { ranked } = chosenFor(text);
    expect(ranked[0]).toBe(name);
  });

  it('has the search for places in every set of its agent, and for other agents if a message may name a place', () => {
    for (const text of ['Thank you, that is all', 'شكرا', 'How many deals were there?'])
      expect(chosenFor(text).offered).toContain(SEARCH);
    const { trigger } = registry.effective(orgId).tool(SEARCH)!.tool;
    expect(trigger?.('Deals in Saadiyat, 2022', 'concierge')).toBe(true);
    expect(trigger?.('Thank you', 'concierge')).toBe(false);
  });

  it('offers a reasonable set for messages outside its domain', () => {
    expect(chosenFor('What is the weather like on the moon?').offered.length).toBeGreaterThan(4);
  });
});
