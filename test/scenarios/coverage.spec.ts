import { acceptMessage } from '#contracts';
import { consoleTurnFilter, explainMessageQuery } from '#contracts/console';
import { platformTools } from '#tools';
import { detectLanguage } from '#text';
import { type ScenarioSuite } from '#pack-kit';
import { consult } from '../../packs/consult/index.ts';
import { estio } from '../../packs/estio/index.ts';
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

it.each(['en', 'ar'])('the scenarios of geo call every tool for messages in %s', (language) => {
  const called = calledIn(geoScenarios, language);
  expect(geoTools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

/** The tools that `docs/packs` and `docs/tools.md` describe: change them together with this list. */
const EXPECTED_TOOLS: Record<string, string> = {
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

it('the packs and the platform have exactly the tools listed here', () => {
  const have: Record<string, readonly { name: string }[]> = {
    estio: estio.tools,
    ohm: ohm.tools,
    consult: consult.tools,
    geo: geoTools,
    platform: platformTools,
  };
  for (const [owner, expected] of Object.entries(EXPECTED_TOOLS)) {
    const names = (have[owner] ?? []).map(({ name }) => name);
    expect([owner, names.toSorted()]).toEqual([owner, expected.split(/\s+/).toSorted()]);
  }
});

// The makers of ohm write in English.
it.each([...estio.tools, ...consult.tools, ...geoTools])(
  '$name has at least two examples in each language',
  ({ examples }) => {
    const arabic = examples.filter((example) => /\p{Script=Arabic}/u.test(example));
    expect(arabic.length).toBeGreaterThanOrEqual(2);
    expect(examples.length - arabic.length).toBeGreaterThanOrEqual(2);
  },
);
