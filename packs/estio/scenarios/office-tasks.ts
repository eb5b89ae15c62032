import { scenario, type Scenario } from '#pack-kit';

const staff = 'agent-01';
const VIEWINGS = (property: string) =>
  `SELECT status, agent_user_id AS agent, starts_at AT TIME ZONE 'Asia/Nicosia' AS at
     FROM estio_viewings WHERE property_id = '${property}' AND NOT sample`;

/** Viewings, deals, documents and the timeline: daily tasks of an office. */
export const officeTasks: Scenario[] = [
  scenario('E7', 'books nothing at a time that is taken, and offers three others', {
    say: 'Book a viewing of prop-0043 tomorrow at 10:30',
    contact: 'contact-015',
    staff,
    expect: {
      agent: 'estio/coordinator',
      calls: [
        { tool: 'tool_search' },
        { tool: 'check_calendar', optional: true },
        { tool: 'schedule_viewing', errorClass: 'CONFLICT', optional: true },
      ],
      rows: [{ sql: VIEWINGS('prop-0043'), are: [] }],
      says: ['12:30', '13:00', '13:30'],
    },
  }),
  scenario('E6', 'looks at the calendar and books a viewing', {
    say: 'Book a viewing of prop-0043 tomorrow at 13:00',
    contact: 'contact-015',
    staff,
    expect: {
      agent: 'estio/coordinator',
      calls: [
        { tool: 'tool_search' },
        {
          tool: 'check_calendar',
          arguments: { dateFrom: '2026-11-17', dateTo: '2026-11-17', propertyId: 'prop-0043' },
        },
        {
          tool: 'schedule_viewing',
          arguments: { propertyId: 'prop-0043', contactId: 'contact-015' },
          data: { status: 'scheduled', startsAt: '2026-11-17T13:00 Asia/Nicosia' },
        },
      ],
      rows: [
        { sql: VIEWINGS('prop-0043'), are: [{ status: 'scheduled', agent: 'agent-01' }] },
        {
          sql: `SELECT type FROM estio_activities WHERE property_id = 'prop-0043' AND NOT sample`,
          are: [{ type: 'viewing' }],
        },
      ],
      says: ['Tuesday', '13:00', 'Maria'],
    },
  }),
  scenario('W1', 'logs a call that nobody answered', {
    say: 'Log that I rang him and got no answer',
    contact: 'contact-020',
    staff,
    expect: {
      calls: [
        {
          tool: 'log_activity',
          arguments: { contactId: 'contact-020', type: 'call', outcome: 'no_answer' },
        },
      ],
      rows: [
        {
          sql: `SELECT type, outcome, created_by IS NOT NULL AS by FROM estio_activities WHERE contact_id = 'contact-020' AND NOT sample`,
          are: [{ type: 'call', outcome: 'no_answer', by: true }],
        },
      ],
    },
  }),
  scenario(
    'W2',
    'finds flats, then drafts a message about them',
    {
      say: '2 bedroom rentals in Larnaca up to 1,200 a month',
      contact: 'contact-020',
      staff,
      expect: { calls: [{ tool: 'search_properties' }] },
    },
    {
      say: 'Write back to him about those flats',
      expect: {
        calls: [
          {
            tool: 'draft_reply',
            arguments: { propertyIds: ['prop-0234', 'prop-0252', 'prop-0245'] },
            data: { status: 'draft' },
          },
        ],
        rows: [
          {
            sql: `SELECT property_ids AS ids FROM estio_drafts WHERE contact_id = 'contact-020'`,
            are: [{ ids: ['prop-0234', 'prop-0252', 'prop-0245'] }],
          },
        ],
        saysOffline: ['nothing was sent', 'Hello Daniel', '€710 a month'],
      },
    },
  ),
  scenario('W3', 'opens a deal', {
    say: 'Open a deal for contact-024 on prop-0001',
    contact: 'contact-024',
    staff,
    expect: {
      calls: [
        { tool: 'tool_search' },
        {
          tool: 'create_deal',
          arguments: { contactId: 'contact-024', propertyId: 'prop-0001' },
          data: { stage: 'new', value: 130_500 },
        },
      ],
      rows: [
        {
          sql: `SELECT stage, value FROM estio_deals WHERE contact_id = 'contact-024' AND property_id = 'prop-0001'`,
          are: [{ stage: 'new', value: 130_500 }],
        },
      ],
    },
  }),
  scenario(
    'W4',
    'tells where prices move, and makes a report on one listing',
    {
      say: 'Analyse the market trend of flats in Larnaca',
      contact: 'contact-026',
      staff,
      agent: 'searcher',
      expect: {
        calls: [
          { tool: 'tool_search' },
          { tool: 'analyze_market_trends', arguments: { district: 'Larnaca', propertyType: 'Apartment' } },
        ],
        says: [/sample/i],
      },
    },
    {
      say: 'I need a comparison report on prop-0017 for the owner',
      agent: 'searcher',
      begins: true,
      expect: {
        calls: [
          { tool: 'tool_search' },
          {
            tool: 'generate_property_report',
            arguments: { propertyId: 'prop-0017' },
            data: { format: 'pdf' },
          },
        ],
        says: ['/v1/files/'],
      },
    },
  ),
];
