import type { Scenario, ServiceUrls } from '#pack-kit';
import { ESIGN_TOKEN } from './closing.ts';

const staff = 'agent-01';
/** Viewings that were booked for the contact here. */
const viewingsOf = (contact: string, n: number) => ({
  sql: `SELECT count(*)::int AS n FROM estio_viewings WHERE contact_id = '${contact}' AND NOT sample`,
  are: [{ n }],
});
const between = (from: string, to: string) => [{ op: 'between', value: [from, to] }];

/** What the people of the office ask and order, in their own words; it follows on the scenarios that close deals. */
export const inTheOffice: Scenario[] = [
  {
    id: 'W30',
    title: 'answers what the office asks of its records, by days that lie ahead',
    steps: [
      {
        say: 'any deals closing next month?',
        contact: 'contact-019',
        staff,
        expect: {
          calls: [
            {
              tool: 'query_org_data',
              arguments: {
                dataset: 'deals',
                operation: 'list',
                filters: [{ field: 'expectedCloseDate', ...between('2026-12-01', '2026-12-31')[0] }],
              },
            },
          ],
          neverCalls: ['search_properties', 'retrieve_context'],
        },
      },
      {
        say: 'who has a viewing tomorrow?',
        contact: 'contact-019',
        staff,
        begins: true,
        expect: {
          calls: [
            {
              tool: 'query_org_data',
              arguments: {
                dataset: 'viewings',
                filters: [{ field: 'startsAt', ...between('2026-11-17', '2026-11-17')[0] }],
              },
            },
          ],
          neverCalls: ['check_calendar', 'schedule_viewing'],
        },
      },
      {
        say: 'whats the status of deal-002',
        contact: 'contact-019',
        staff,
        begins: true,
        expect: {
          calls: [
            {
              tool: 'query_org_data',
              arguments: { dataset: 'deals', filters: [{ field: 'id', op: 'eq', value: 'deal-002' }] },
            },
          ],
          says: ['deal-002'],
        },
      },
      {
        say: 'ما الصفقات التي ستغلق الشهر القادم؟',
        contact: 'contact-019',
        staff,
        begins: true,
        expect: {
          calls: [
            {
              tool: 'query_org_data',
              arguments: {
                dataset: 'deals',
                filters: [{ field: 'expectedCloseDate', ...between('2026-12-01', '2026-12-31')[0] }],
              },
            },
          ],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'W31',
    title: 'keeps a reminder with its day, in the time zone of the office',
    steps: [
      {
        say: 'remind me on thursday to call her about the title deed',
        contact: 'contact-019',
        staff,
        expect: {
          calls: [
            {
              tool: 'log_activity',
              arguments: { type: 'task', summary: 'Call her about the title deed' },
              data: { dueAt: '2026-11-18T22:00:00.000Z' },
            },
          ],
          rows: [
            {
              sql: `SELECT due_at AT TIME ZONE 'Asia/Nicosia' = timestamp '2026-11-19 00:00' AS thursday FROM estio_activities
                     WHERE contact_id = 'contact-019' AND type = 'task' AND due_at IS NOT NULL`,
              are: [{ thursday: true }],
            },
          ],
          saysOffline: ['Thursday 19 November 2026'],
        },
      },
    ],
  },
  {
    id: 'W32',
    title: 'sends the draft of the deal that is named, and says so where there is none',
    settings: (services: ServiceUrls) => ({
      ESIGN_PROVIDER: 'docusign',
      ESIGN_BASE_URL: services['docusign'] ?? '',
      ESIGN_ACCOUNT_ID: 'account-1',
      ESIGN_ACCESS_TOKEN: ESIGN_TOKEN,
    }),
    steps: [
      {
        say: 'send the contract for deal-005',
        contact: 'contact-015',
        staff,
        expect: {
          agent: 'estio/closer',
          calls: [
            { tool: 'tool_search' },
            { tool: 'send_docusign', arguments: { dealId: 'deal-005' }, errorClass: 'PRECONDITION_FAILED' },
          ],
        },
      },
      {
        say: 'send the contract for deal-001',
        contact: 'contact-015',
        staff,
        begins: true,
        expect: {
          calls: [
            { tool: 'tool_search' },
            { tool: 'send_docusign', arguments: { dealId: 'deal-001' }, data: { status: 'sent' } },
          ],
          rows: [
            {
              sql: `SELECT status FROM estio_contracts WHERE deal_id = 'deal-001'`,
              are: [{ status: 'sent' }],
            },
          ],
        },
      },
    ],
  },
  {
    id: 'W34',
    title: 'narrows a search by the sea, and offers free times of the home that is pointed at',
    steps: [
      {
        say: 'im lookin for a 2 bed flat in larnaka max 180k',
        contact: 'contact-024',
        expect: {
          calls: [
            { tool: 'search_properties', arguments: { district: 'Larnaca', bedrooms: 2, maxPrice: 180_000 } },
          ],
        },
      },
      {
        say: 'something closer to the beach?',
        contact: 'contact-024',
        expect: {
          agent: 'estio/searcher',
          calls: [
            // What is remembered of the contact by then may be read first, or beside it.
            { tool: 'retrieve_context', optional: true },
            { tool: 'search_properties', arguments: { district: 'Larnaca', bedrooms: 2, maxPrice: 180_000 } },
            { tool: 'retrieve_context', optional: true },
          ],
        },
      },
      {
        say: 'can i see the first one on friday?',
        contact: 'contact-024',
        expect: {
          agent: 'estio/coordinator',
          calls: [{ tool: 'tool_search' }, { tool: 'check_calendar', arguments: { propertyId: /^prop-/ } }],
        },
      },
      {
        say: 'the second one',
        contact: 'contact-024',
        expect: {
          agent: 'estio/coordinator',
          calls: [
            { tool: 'check_calendar', optional: true },
            {
              tool: 'schedule_viewing',
              arguments: { propertyId: /^prop-/, contactId: 'contact-024', startsAt: /^2026-11-20T/ },
            },
          ],
          saysOffline: ['Friday 20 November 2026'],
          rows: [viewingsOf('contact-024', 1)],
        },
      },
    ],
  },
  {
    id: 'W36',
    title: 'books the time that is picked, by day and hour or by place, after a look at the calendar',
    steps: [
      {
        say: 'When are you free to show me prop-0044?',
        contact: 'contact-038',
        expect: { agent: 'estio/coordinator', saysOffline: ['Free times', 'Which one suits?'] },
      },
      {
        say: 'Wednesday works',
        contact: 'contact-038',
        expect: {
          agent: 'estio/coordinator',
          neverCalls: ['schedule_viewing'],
          says: ['18 November'],
          neverSays: ['17 November'],
        },
      },
      {
        say: '15:00 please',
        contact: 'contact-038',
        expect: {
          calls: [
            { tool: 'check_calendar', optional: true },
            {
              tool: 'schedule_viewing',
              arguments: { propertyId: 'prop-0044', startsAt: '2026-11-18T13:00:00.000Z' },
            },
          ],
          rows: [viewingsOf('contact-038', 1)],
        },
      },
      {
        say: 'متى أنتم متاحون لمعاينة prop-0045؟',
        contact: 'contact-039',
        begins: true,
        expect: { agent: 'estio/coordinator', language: 'ar', saysOffline: ['أيها يناسب؟'] },
      },
      {
        say: 'الموعد الثالث لو سمحت',
        contact: 'contact-039',
        expect: {
          language: 'ar',
          calls: [
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing', arguments: { propertyId: 'prop-0045', contactId: 'contact-039' } },
          ],
          rows: [viewingsOf('contact-039', 1)],
        },
      },
      {
        say: 'When are you free?',
        contact: 'contact-040',
        begins: true,
        expect: { agent: 'estio/coordinator', saysOffline: ['Which one suits?'] },
      },
      {
        say: 'the second one',
        contact: 'contact-040',
        expect: {
          neverCalls: ['schedule_viewing'],
          saysOffline: ['Which property is to be seen?'],
          rows: [viewingsOf('contact-040', 0)],
        },
      },
      {
        say: 'prop-0047',
        contact: 'contact-040',
        expect: {
          calls: [
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing', arguments: { propertyId: 'prop-0047', contactId: 'contact-040' } },
          ],
          rows: [viewingsOf('contact-040', 1)],
        },
      },
    ],
  },
  {
    id: 'W35',
    title: 'takes an order for an order, and a figure for a figure',
    steps: [
      {
        say: 'make a report for prop-0017',
        contact: 'contact-019',
        staff,
        expect: {
          calls: [
            { tool: 'tool_search' },
            { tool: 'generate_property_report', arguments: { propertyId: 'prop-0017' } },
          ],
          neverCalls: ['store_insight'],
        },
      },
      {
        say: 'how much would i pay monthly for a 250k house',
        contact: 'contact-025',
        begins: true,
        expect: {
          calls: [{ tool: 'tool_search' }, { tool: 'calculate_mortgage', arguments: { price: 250_000 } }],
          neverCalls: ['search_properties'],
        },
      },
      {
        say: 'and if i put 40% down?',
        contact: 'contact-025',
        expect: {
          calls: [{ tool: 'calculate_mortgage', arguments: { price: 250_000, downPaymentPct: 40 } }],
        },
      },
    ],
  },
];
