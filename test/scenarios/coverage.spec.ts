import { acceptMessage } from '#contracts';
import { consoleTurnFilter, explainMessageQuery } from '#contracts/console';
import { platformTools } from '#tools';
import { detectLanguage } from '#text';
import { type ScenarioSuite } from '#pack-kit';
import { consult } from '../../packs/consult/index.ts';
import { scenarios as consultScenarios } from '../../packs/consult/scenarios/index.ts';
import { estio } from '../../packs/estio/index.ts';
import { scenarios as estioScenarios } from '../../packs/estio/scenarios/index.ts';
import { geo } from '../../packs/geo/index.ts';
import { scenarios as geoScenarios } from '../../packs/geo/scenarios/index.ts';
import { geoTools } from '../../packs/geo/tools/index.ts';
import { ohm } from '../../packs/ohm/index.ts';

const anyService = new Proxy({}, { get: () => 'https://service.example' });

/** Tools called with success for messages in a language, according to the scenarios. */
function calledIn({ scenarios }: ScenarioSuite, language: string): Set<string> {
  const steps = scenarios.flatMap((scenario) => scenario.steps);
  const inLanguage = steps.filter(({ say }) => {
    const text = typeof say === 'string' ? say : say(anyService);
    return detectLanguage(text) === language;
  });
  const calls = inLanguage.flatMap(({ expect }) => expect.calls ?? []);
  return new Set(calls.filter((call) => !call.optional && !call.errorClass).map(({ tool }) => tool));
}

it('every agent can be selected by a message, by a filter of turns, and for an explanation of a message', () => {
  const names = [consult, estio, geo, ohm].flatMap(({ name, agents }) =>
    agents.map((agent) => `${name}/${agent.name}`),
  );
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const bare = name.split('/')[1];
    expect(
      acceptMessage.safeParse({ contact: 'c', channel: 'chat', text: 'hi', agent: bare }).error,
    ).toBeUndefined();
    expect(consoleTurnFilter.safeParse({ agent: name }).error).toBeUndefined();
    expect(explainMessageQuery.safeParse({ text: 'hi', agent: name }).error).toBeUndefined();
  }
});

/** Tools of the platform that the scenarios of estio call, besides those for artifacts. */
const UNIVERSAL = ['store_insight', 'retrieve_context', 'tool_search', 'query_org_data', 'request_feature'];

describe.each([
  ['estio', ['en'], estioScenarios, [...estio.tools.map(({ name }) => name), ...UNIVERSAL], 19],
  ['consult', ['en'], consultScenarios, consult.tools.map(({ name }) => name), 21],
  ['geo', ['en', 'ar'], geoScenarios, geoTools.map(({ name }) => name), 10],
] as const)('the scenarios of %s in %j', (_pack, languages, suite, tools, count) => {
  it.each(languages)('call every tool (%s)', (language) => {
    const called = calledIn(suite, language);
    expect(tools.filter((tool) => !called.has(tool))).toEqual([]);
    expect(tools).toHaveLength(count);
  });
});

/** All tools that the packs and the platform document, by name. */
const PROMISED: Record<string, string> = {
  estio: `search_properties update_requirements draft_reply log_activity check_calendar schedule_viewing send_offer
    calculate_mortgage analyze_market_trends generate_property_report send_listing_alert create_deal generate_contract send_docusign`,
  ohm: `open_context_drawer open_bom_drawer open_code_drawer open_wiring_drawer open_budget_drawer add_code_file
    update_context update_mvp update_prd update_bom update_wiring update_budget`,
  consult: `search_web get_weather search_companies_by_location get_stock_price get_location get_booking_link extract_action_items
    calculate_roi generate_summary_preview draft_follow_up_email generate_proposal_draft capture_screen_snapshot
    capture_webcam_snapshot get_dashboard_stats analyze_website_tech_stack generate_architecture_diagram
    search_internal_case_studies generate_custom_syllabus analyze_competitor_gap simulate_cost_of_inaction generate_executive_memo`,
  geo: `search_geospatial_metadata get_districts get_communities get_total_sales_value get_transaction_count
    compare_sales_between_districts get_municipality_sales get_top_districts_in_municipality find_units_by_budget get_current_supply`,
  platform: 'tool_search store_insight retrieve_context read_file write_file query_org_data request_feature',
};

it('the packs and the platform have exactly the documented tools', () => {
  const own = { estio, ohm, consult };
  const have: Record<string, string[]> = {
    ...Object.fromEntries(
      Object.entries(own).map(([name, { tools }]) => [name, tools.map((tool) => tool.name)]),
    ),
    geo: geoTools.map(({ name }) => name),
    platform: platformTools.map(({ name }) => name),
  };
  const promised = Object.fromEntries(
    Object.entries(PROMISED).map(([name, list]) => [name, list.split(/\s+/)]),
  );
  for (const name of Object.keys(promised))
    expect([name, have[name]?.toSorted()]).toEqual([name, promised[name]?.toSorted()]);
});

it.each([...estio.tools, ...consult.tools, ...geoTools])(
  '$name has at least two examples in each language',
  ({ examples }) => {
    const arabic = examples.filter((example) =>
      /\p{Script=Arabic}/u.test(typeof example === 'string' ? example : example.text),
    );
    expect(arabic.length).toBeGreaterThanOrEqual(2);
    expect(examples.length - arabic.length).toBeGreaterThanOrEqual(2);
  },
);
