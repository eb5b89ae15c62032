import { ToolError, type Tool } from '#pack-kit';
import { consult } from '../index.ts';
import { conversationOf, advisoryOrg } from '../testing/advisory.fixture.ts';

/** Arguments of each tool that depends on an outside service, and the setting that it lacks. */
const LACKS: Record<string, [args: Record<string, unknown>, setting: string]> = {
  search_web: [{ query: 'AI rules' }, 'SEARCH_API_URL'],
  get_weather: [{ location: 'Oslo' }, 'SEARCH_API_URL'],
  search_companies_by_location: [{ location: 'Tallinn' }, 'SEARCH_API_URL'],
  get_stock_price: [{ symbol: 'NVDA' }, 'SEARCH_API_URL'],
  analyze_competitor_gap: [{ industry: 'Retail', client_current_state: 'exploring' }, 'SEARCH_API_URL'],
  get_booking_link: [{}, 'BOOKING_URL'],
};
/** Tools that work on the message, on the org's own rows, or on the public web if a site is named. */
const NEEDS_NONE: Record<string, Record<string, unknown>> = {
  calculate_roi: { timeSavings: 100 },
  simulate_cost_of_inaction: { inefficient_process: 'typing', hours_wasted_per_week: 2, team_size: 1 },
  search_internal_case_studies: { query: 'media' },
  generate_architecture_diagram: { diagram_type: 'flowchart', content_description: 'mail, then triage' },
  generate_custom_syllabus: { team_roles: '3 developers', pain_points: ['speed'], tech_stack: 'Node.js' },
  generate_executive_memo: { target_audience: 'CFO', key_blocker: 'budget', proposed_solution: 'workshop' },
  extract_action_items: {},
  generate_summary_preview: {},
  draft_follow_up_email: { recipient: 'team', tone: 'casual' },
  generate_proposal_draft: {},
  get_dashboard_stats: {},
};
/** Tools that first lack input from the visitor; they have their own specs. */
const NEEDS_THE_VISITOR =
  'get_location capture_screen_snapshot capture_webcam_snapshot analyze_website_tech_stack'.split(' ');

describe('tools without any setting', () => {
  const advisory = advisoryOrg();

  const tool = (name: string): Tool => consult.tools.find((known) => known.name === name)!;
  const outside = () => Promise.reject(new Error('something outside was asked'));
  const closed = { request: outside, stream: outside } as never;

  it('are all of the pack', () => {
    const known = [...Object.keys(LACKS), ...Object.keys(NEEDS_NONE), ...NEEDS_THE_VISITOR];
    expect(known.toSorted()).toEqual(consult.tools.map(({ name }) => name).toSorted());
  });

  it.each(Object.entries(LACKS))(
    '%s names what it lacks, and gives no result',
    async (name, [args, setting]) => {
      const error = await advisory.run(tool(name), args, { http: closed }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ToolError);
      const { errorClass, message, help } = error as ToolError;
      expect([errorClass, help?.['missingSettings']]).toEqual(['NOT_CONFIGURED', [setting]]);
      expect(message).toContain(setting);
    },
  );

  it.each(Object.entries(NEEDS_NONE))('%s sends no request', async (name, args) => {
    const conversation = conversationOf('We lose time on invoices. I will send samples by Friday.', 'Good.');
    await expect(advisory.run(tool(name), args, { http: closed, conversation })).resolves.toBeDefined();
  });
});
