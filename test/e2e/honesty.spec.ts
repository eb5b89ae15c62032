// Without a setting of any outside service: no tool of any pack makes up a result, and each names the missing setting.
import type { ToolRegistry } from '#tools';
import type { ScenarioSuite, Tool } from '#pack-kit';
import { geoTools } from '../../packs/geo/tools/index.ts';
import { packs } from '../../packs/index.ts';
import { registryOf } from '../scenarios/every-tool.fixture.ts';
import { scenarioSuites } from '../scenarios/suites.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';
import { connectMcp } from './mcp.fixture.ts';

const ANCHOR = '2026-11-16';
const CLOCK_AT = '2026-11-16T09:00:00Z';
const ALL_TOOLS = 'tools=all';

/** Arguments of tools that no scenario calls with plain values. The rows are those of the demo orgs. */
const SAMPLES: Record<string, Record<string, unknown>> = {
  tool_search: { query: 'a PDF agreement' },
  retrieve_context: { query: 'a view of the sea', contactId: 'contact-017' },
  store_insight: { contactId: 'contact-017', text: 'She likes a view of the sea', category: 'preference' },
  request_feature: { title: 'WhatsApp messages', description: 'Answers over WhatsApp as in chat.' },
  draft_reply: {
    intent: 'objection',
    keyPoints: ['The price can be talked about'],
    contactId: 'contact-017',
  },
  log_activity: { contactId: 'contact-017', type: 'call', summary: 'Rang, no answer' },
  schedule_viewing: {
    propertyId: 'prop-0043',
    contactId: 'contact-015',
    startsAt: '2026-11-18T13:00:00+02:00',
  },
  search_web: { query: 'chatbots in retail' },
  analyze_website_tech_stack: { url: 'http://127.0.0.1:9/' },
  generate_architecture_diagram: {
    diagram_type: 'flowchart',
    content_description: 'Mail comes in, a person sorts it',
  },
  search_internal_case_studies: { query: 'invoices' },
  update_context: { overview: 'A plant that waters itself' },
  update_mvp: { core_features: ['Blinks when dry'] },
  update_prd: { vision: 'No dry plants' },
  update_bom: { components: [{ name: 'ESP32 board', category: 'mcu' }] },
  update_wiring: {
    connections: [
      {
        from: { componentId: 'esp32', pin: 'GND' },
        to: { componentId: 'sensor', pin: 'GND' },
        signal: 'GND',
      },
    ],
  },
  update_budget: { target_budget: 40 },
  add_code_file: { filename: 'config.h', content: '#define PIN 4\n' },
};

const SEARCHES =
  'search_web get_weather search_companies_by_location get_stock_price analyze_competitor_gap'.split(' ');
/** The setting that a tool's error names. Every other tool works on rows of the org. */
const LACKING: Record<string, string> = {
  send_docusign: 'ESIGN_PROVIDER',
  get_booking_link: 'BOOKING_URL',
  ...Object.fromEntries(SEARCHES.map((tool) => [tool, 'SEARCH_API_URL'])),
  ...Object.fromEntries(geoTools.map(({ name }) => [name, 'GEO_ARCGIS_BASE_URL'])),
};

/** Errors of tools whose input is missing: nothing was shared, or the site may not be requested. */
const NOTHING_THERE: Record<string, string> = {
  get_location: 'PRECONDITION_FAILED',
  capture_screen_snapshot: 'PRECONDITION_FAILED',
  capture_webcam_snapshot: 'PRECONDITION_FAILED',
  analyze_website_tech_stack: 'VALIDATION_FAILED',
};

interface Answer {
  success: boolean;
  error?: string;
  errorClass?: string;
}

describeWith(needsOf.postgres, 'every tool without outside settings', () => {
  let api: ApiTest;
  let registry: ToolRegistry;
  let suites: Map<string, ScenarioSuite>;

  beforeAll(async () => {
    [registry, suites] = await Promise.all([registryOf(packs), scenarioSuites()]);
    api = await ApiTest.start({ backend: 'postgres', anchor: ANCHOR, workers: 0, env: { CLOCK_AT } });
  });
  afterAll(() => api?.stop());

  /** Valid arguments of the tool: those of a scenario, if they are plain values. */
  function sampleOf(tool: Tool): Record<string, unknown> | undefined {
    const given = [...suites.values()].flatMap(({ scenarios }) =>
      scenarios.flatMap(({ steps }) =>
        steps.flatMap(({ expect: { calls = [] } }) => calls.filter((call) => call.tool === tool.name)),
      ),
    );
    const plain = given
      .filter(({ errorClass }) => errorClass === undefined)
      .map((call) => call.arguments ?? {})
      .filter((input) => typeof input === 'object' && isPlain(input)) as Record<string, unknown>[];
    const all = [...(SAMPLES[tool.name] ? [SAMPLES[tool.name]!] : []), ...plain, {}];
    return all.find((input) => tool.input.safeParse(input).success);
  }

  /** A conversation of the org's first contact, for tools that need one. */
  async function conversationIn(org: string, contact: string): Promise<string> {
    const response = await api.turnpike.request('/v1/messages', {
      method: 'POST',
      org,
      body: JSON.stringify({ contact, channel: 'chat', text: 'Hello' }),
    });
    return ((await response.json()) as { conversationId: string }).conversationId;
  }

  it.each(packs.map(({ name, demo }) => [name, demo!] as const))('%s', async (_pack, demo) => {
    const conversation = await conversationIn(demo.slug, demo.contacts[0]!.id);
    const url = `${api.turnpike.url()}/mcp?${ALL_TOOLS}&conversation=${conversation}`;
    const client = await connectMcp(url, api.turnpike.apiKeys[demo.slug]);
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    const wrong: string[] = [];
    for (const name of listed) {
      const sample = sampleOf(registry.effective(null).tool(name)!.tool);
      if (!sample) {
        wrong.push(`${name} has no sample`);
        continue;
      }
      const result = await client.callTool({ name, arguments: sample });
      const [content] = result.content as { text: string }[];
      const answer = JSON.parse(content!.text) as Answer;
      if (!isHonest(name, answer)) wrong.push(`${name} ${JSON.stringify(sample)} → ${content!.text}`);
    }
    await client.close();
    expect(listed.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

/** True if the tool works on the org's rows, or says what is missing. */
function isHonest(tool: string, { success, errorClass, error = '' }: Answer): boolean {
  const setting = LACKING[tool];
  if (setting !== undefined) return errorClass === 'NOT_CONFIGURED' && error.includes(setting);
  const missing = NOTHING_THERE[tool];
  return missing === undefined ? success : errorClass === missing;
}

/** True if the value contains no pattern and no rule. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'function' || value instanceof RegExp) return false;
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain);
}
