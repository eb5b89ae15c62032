import { randomUUID } from 'node:crypto';
import { ToolBroker, type BrokerRequest, detectIntents, intentsOf } from '#broker';
import { everyTool, platformTools, scopeTools, ToolRegistry } from '#tools';
import { detectLanguage, normalizeText } from '#text';
import { serversOf } from '../../libs/mcp/client/mcp-clients.ts';
import { toolFromServer } from '../../libs/mcp/client/tool-from-server.ts';
import { argumentsOf, requestsOf } from '../../libs/offline-model/choose/requests.ts';
import { geo } from '../../packs/geo/index.ts';
import { geoOffline } from '../../packs/geo/offline/index.ts';
import { listedTool } from '../../packs/geo/integrations/server/definition.ts';
import { geoTools } from '../../packs/geo/tools/index.ts';
import { offlineHintsOf } from '#offline-model';

const SEARCH = 'search_geospatial_metadata';
const orgId = randomUUID();

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

/** The tool that the offline model takes for a message, and the broker's first besides what is always there. */
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
    filled: part?.tool && argumentsOf(situation, part, part.tool, part.spec).arguments,
    ranked: ranking.filter((name) => name !== SEARCH),
    offered: offered.map(({ registered }) => registered.tool.name),
  };
}

it('all ten tools are in scope at once, with what the pack lays over them', () => {
  const names = scope.usable.map(({ registered }) => registered.tool.name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...geoTools.map(({ name }) => name),
      'tool_search',
      'query_org_data',
      'request_feature',
    ]),
  );
  expect(names).not.toContain('read_file');
  expect(registry.effective(orgId).tool('get_transaction_count')).toMatchObject({
    held: false,
    tool: { capability: 'geo', sideEffect: 'none', cacheable: { ttlSeconds: 300 } },
  });
});

describe('the offline model takes the right tool for what its examples say', () => {
  it.each(geoTools.flatMap(({ name, examples }) => examples.map(({ text }) => [text, name])))(
    '%s → %s',
    (text, name) => {
      expect(chosenFor(text).offline).toBe(name);
    },
  );
});

// Written for this test alone.
const FRESH = [
  ['How many villas changed owners in Khalifa City in 2021?', 'get_transaction_count'],
  ['عدد الصفقات في مدينة خليفة خلال 2022', 'get_transaction_count'],
  ['What were the Al Bateen sales worth in 2020?', 'get_total_sales_value'],
  ['ما قيمة المبيعات في البطين سنة 2020؟', 'get_total_sales_value'],
  ['Compare sales on Yas and on Al Reem for 2024', 'compare_sales_between_districts'],
  ['قارن بين ياس والريم 2024', 'compare_sales_between_districts'],
  ['Al Dhafra sales in 2023 in total', 'get_municipality_sales'],
  ['مبيعات الظفرة في 2023', 'get_municipality_sales'],
  ['Top five districts in Al Ain, 2023', 'get_top_districts_in_municipality'],
  ['أفضل خمس مناطق في العين 2023', 'get_top_districts_in_municipality'],
  ['I need a studio to rent under 35,000 a year in Baniyas', 'find_units_by_budget'],
  ['شقة للإيجار بغرفتين في مدينة خليفة حتى 75 ألف', 'find_units_by_budget'],
  ['What is the housing stock of Al Shamkha?', 'get_current_supply'],
  ['كم وحدة قيد الإنشاء في الشامخة؟', 'get_current_supply'],
  ['Which neighbourhoods does Masdar City have?', 'get_communities'],
  ['ما أحياء مدينة مصدر؟', 'get_communities'],
  ['Which districts are there in Al Dhafra?', 'get_districts'],
  ['ما المناطق الموجودة في العين؟', 'get_districts'],
  ['What is the correct name of Khaldiya?', SEARCH],
  ['أين تقع الرويس؟', SEARCH],
  ['Apartments under 70k in Al Reef', 'find_units_by_budget'],
  ['ميزانيتي 80 ألف درهم سنويا، ماذا أجد في الريف؟', 'find_units_by_budget'],
  ['Which district sold most in 2023?', 'get_top_districts_in_municipality'],
] as const;

describe('utterances of their own', () => {
  it.each(FRESH)('%s → %s', (text, name) => {
    const { offline, offered } = chosenFor(text);
    expect([offline, offered]).toEqual([name, expect.arrayContaining([name, SEARCH])]);
  });
});

describe('a ranking', () => {
  it.each([
    ['Top districts in 2023', 2_023, undefined],
    ['Top areas 2021', 2_021, undefined],
    ['أفضل المناطق في 2023', 2_023, undefined],
    ['أعلى المناطق 2021', 2_021, undefined],
    ['أفضل المناطق في ٢٠٢٣', 2_023, undefined],
    ['Top districts in 2019', 2_019, undefined],
    ['Top 3 districts in 2023', 2_023, 3],
    ['Top ten areas of Al Ain 2022', 2_022, 10],
    ['أعلى ثلاث مناطق 2022', 2_022, 3],
    ['Top 30 districts in 2023', 2_023, 30],
    ['Top 7 districts', 2_024, 7],
    ['Top districts in 2023, one line each', 2_023, undefined],
  ])('%s', (text, year, limit) => {
    const { offline, filled } = chosenFor(text);
    expect([offline, filled]).toEqual([
      'get_top_districts_in_municipality',
      expect.objectContaining({ year, ...(limit !== undefined && { limit }) }),
    ]);
  });
});

describe('the broker ranks first', () => {
  it.each([
    ['كم صفقة بيع تمت في جزيرة ياس سنة 2023؟', 'get_transaction_count'],
    ['One-bedroom to rent in Al Reef for up to 60 thousand', 'find_units_by_budget'],
    ['أبحث عن شقة للإيجار بميزانية 60 ألف', 'find_units_by_budget'],
    ['What is the supply of homes on Yas Island?', 'get_current_supply'],
  ])('%s → %s', (text, name) => {
    const { ranked } = chosenFor(text);
    expect(ranked[0]).toBe(name);
  });

  it('has the search for places in every set of its agent, and for others where a place may be named', () => {
    for (const text of ['Thank you, that is all', 'شكرا', 'How many deals were there?'])
      expect(chosenFor(text).offered).toContain(SEARCH);
    const { trigger } = registry.effective(orgId).tool(SEARCH)!.tool;
    expect(trigger?.('Deals in Saadiyat, 2022', 'concierge')).toBe(true);
    expect(trigger?.('Thank you', 'concierge')).toBe(false);
  });

  it('offers a reasonable set for what is none of its business', () => {
    expect(chosenFor('What is the weather like on the moon?').offered.length).toBeGreaterThan(4);
  });
});
