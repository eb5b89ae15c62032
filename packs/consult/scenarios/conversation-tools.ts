import { scenario, type Scenario } from '#pack-kit';
import { conversationIds } from '../seeds/demo-conversations.ts';
import { sharesPlace, sharesWebcam } from './shared-context.ts';

const STATISTICS_30D = {
  totalLeads: 23,
  qualifiedLeads: 7,
  conversionRatePct: 30.4,
  averageLeadScore: 49.9,
  engagementRatePct: 69.6,
  bookedLeads: 3,
  bookingRatePct: 13,
};
/** Markdown that a voice cannot speak. */
const LISTS = [/^\s*(?:[-*•#]|\d+\.)\s/m, '**', '```'];
const ASKS_STATISTICS = 'How did leads do over the last 30 days?';

/** Runs first, while the demo leads are the only leads. */
export const statistics: Scenario = scenario(
  'C13',
  'S5: statistics for admins alone, by voice with any agent and without lists',
  {
    say: ASKS_STATISTICS,
    contact: 'desk',
    staff: 'consultant',
    expect: {
      agent: 'consult/admin',
      calls: [{ tool: 'get_dashboard_stats', arguments: { period: '30d' }, data: STATISTICS_30D }],
      says: ['23', '30.4'],
      saysOffline: ['23 of the 23 leads are sample data'],
    },
  },
  {
    say: ASKS_STATISTICS,
    channel: 'voice',
    agent: 'closer',
    begins: true,
    expect: {
      calls: [{ tool: 'get_dashboard_stats', data: STATISTICS_30D }],
      says: ['23', '30.4'],
      neverSays: LISTS,
    },
  },
  {
    say: 'أعطني إحصاءات العملاء المحتملين لهذا الأسبوع',
    begins: true,
    expect: {
      calls: [{ tool: 'get_dashboard_stats', arguments: { period: '7d' }, data: { totalLeads: 7 } }],
    },
  },
  {
    say: ASKS_STATISTICS,
    contact: 'c13',
    begins: true,
    expect: {
      neverCalls: ['get_dashboard_stats'],
      neverSays: ['30.4'],
      check: async ({ turnId, rows }) => {
        const [decision] = await rows<{ offered: string[] }>(
          'SELECT tools_offered AS offered FROM broker_decisions WHERE turn_id = $1',
          [turnId],
        );
        return decision?.offered.includes('get_dashboard_stats') === false
          ? []
          : ['the statistics were offered'];
      },
    },
  },
);

export const conversationTools: Scenario[] = [
  scenario('C11', 'draws a described workflow', {
    say: 'Map our intake: mail comes in, then triage, then draft, then approval',
    contact: 'c11',
    expect: {
      calls: [
        {
          tool: 'generate_architecture_diagram',
          arguments: { diagram_type: 'flowchart' },
          data: { mermaid: /^flowchart/, nodeCount: 4 },
        },
      ],
      says: ['flowchart'],
    },
  }),
  scenario(
    'C14',
    'S4: what is seen on the screen, and nothing read anew without a model that sees',
    {
      say: 'What do you see on my screen?',
      contact: 'visitor-02',
      conversation: conversationIds.screen,
      expect: {
        calls: [{ tool: 'capture_screen_snapshot', data: { mode: 'cached' } }],
        says: ['القرص ممتلئ'],
      },
    },
    {
      say: 'Read the error message on my screen',
      expect: {
        calls: [
          {
            tool: 'capture_screen_snapshot',
            errorClass: 'NOT_CONFIGURED',
            data: { missingSettings: ['VISION_MODEL'] },
          },
        ],
        neverSays: ['VISION_MODEL'],
        saysOffline: [/would rather not guess/],
      },
    },
    {
      say: 'Take a look through my camera',
      prepare: sharesWebcam('A drawing of three boxes'),
      expect: {
        calls: [{ tool: 'capture_webcam_snapshot', data: { mode: 'cached' } }],
        says: [/three boxes/],
      },
    },
  ),
  scenario(
    'C15',
    'to-dos, a mail, a recap and an offer from what was said',
    {
      say: 'We need to speed up our invoices. I will send you the sample invoices by Friday.',
      contact: 'visitor-02',
      expect: {},
    },
    {
      say: 'List the to-dos',
      expect: {
        agent: 'consult/summary',
        calls: [
          {
            tool: 'extract_action_items',
            data: {
              items: (items: string[]) => items.includes('I will send you the sample invoices by Friday.'),
            },
          },
        ],
        says: ['sample invoices'],
      },
    },
    {
      say: 'Draft a casual mail to the team',
      expect: {
        calls: [{ tool: 'draft_follow_up_email', arguments: { recipient: 'team', tone: 'casual' } }],
        saysOffline: [/nothing has been sent/, /Subject: /],
        rows: [{ sql: 'SELECT 1 AS one FROM outbox_messages', are: [] }],
      },
    },
    {
      say: 'Give me a written recap of our talk',
      expect: { calls: [{ tool: 'generate_summary_preview' }], saysOffline: ['## Needs'] },
    },
    {
      say: 'Put together an offer for us',
      expect: {
        calls: [{ tool: 'generate_proposal_draft', data: { version: 1 } }],
        says: ['10,000'],
        rows: [
          {
            sql: `SELECT kind FROM consult_documents WHERE contact_id = 'visitor-02'`,
            are: [{ kind: 'proposal' }],
          },
        ],
      },
    },
  ),
  scenario(
    'C17',
    'where the visitor is, once they have shared it',
    {
      say: 'Where am I?',
      contact: 'c17',
      expect: { calls: [{ tool: 'get_location', errorClass: 'PRECONDITION_FAILED' }] },
    },
    {
      say: 'Where am I?',
      prepare: sharesPlace,
      expect: { calls: [{ tool: 'get_location', data: { city: 'Oslo' } }], says: ['Oslo'] },
    },
  ),
];
