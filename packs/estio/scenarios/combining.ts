import type { Scenario } from '#pack-kit';
import { ranProgram } from './programs-run.ts';

const staff = 'agent-01';
const VIEWINGS = `SELECT agent_user_id AS agent, starts_at AS at FROM estio_viewings WHERE property_id = 'prop-0021' AND NOT sample`;

/** Programs of the coordinator and the closer that combine several calls. */
export const combining: Scenario[] = [
  {
    id: 'C1',
    title: 'reads two calendars in one program, and books a time that both have, once',
    steps: [
      {
        say: 'When are Maria and Andreas both free on Wednesday afternoon?',
        contact: 'contact-028',
        staff,
        expect: {
          agent: 'estio/coordinator',
          says: ['12:00', '12:30', '13:00', 'Maria', 'Andreas'],
          saysOffline: ['Free times (Asia/Nicosia):', /12:00 with Maria \w+ and Andreas/],
          check: ranProgram('free_times', ['check_calendar', 'check_calendar']),
        },
      },
      {
        say: 'Book a viewing of prop-0021 with Maria on Wednesday at 12:30',
        contact: 'contact-028',
        staff,
        expect: {
          calls: [
            // The search for the times has found this tool too.
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar' },
            {
              tool: 'schedule_viewing',
              arguments: { propertyId: 'prop-0021', contactId: 'contact-028' },
              data: { startsAt: '2026-11-18T10:30:00.000Z' },
            },
          ],
          rows: [
            { sql: VIEWINGS, are: [{ agent: 'agent-01' }] },
            {
              sql: `SELECT type FROM estio_activities WHERE property_id = 'prop-0021' AND NOT sample`,
              are: [{ type: 'viewing' }],
            },
          ],
        },
      },
    ],
  },
  {
    id: 'C2',
    title: 'proposes times on the days that somebody has stated before',
    steps: [
      {
        say: 'Remember that she can only come on Wednesdays',
        contact: 'contact-029',
        staff,
        expect: { calls: [{ tool: 'store_insight', data: { stored: true } }] },
      },
      {
        say: 'When is Sofia free to show her a flat this week?',
        contact: 'contact-029',
        staff,
        begins: true,
        expect: {
          agent: 'estio/coordinator',
          says: ['18 November', 'Sofia'],
          neverSays: ['17 November', '19 November'],
          saysOffline: ['only come on Wednesdays'],
          rows: [
            {
              sql: `SELECT count(*)::int AS n FROM insights WHERE contact_id = 'contact-029' AND text ILIKE '%wednesday%'`,
              are: [{ n: 1 }],
            },
          ],
          check: ranProgram('free_times', ['retrieve_context', 'check_calendar']),
        },
      },
    ],
  },
  {
    id: 'C3',
    title: 'says in one program what a contract still lacks, and drafts nothing',
    steps: [
      {
        say: 'What is still missing for the contract of deal-003?',
        contact: 'contact-017',
        staff,
        expect: {
          agent: 'estio/closer',
          says: ['deal-003', /identity/i, /address/i],
          saysOffline: ["the buyer's identity or passport number", 'This is sample data.'],
          check: ranProgram('contract_readiness', ['query_org_data', 'query_org_data']),
          rows: [
            {
              sql: `SELECT stage FROM estio_deals WHERE id = 'deal-003'`,
              are: [{ stage: 'offer_accepted' }],
            },
            { sql: `SELECT id FROM estio_contracts WHERE deal_id = 'deal-003'`, are: [] },
          ],
        },
      },
      {
        say: 'And for deal-001?',
        contact: 'contact-017',
        staff,
        expect: {
          agent: 'estio/closer',
          saysOffline: ['No fact is missing for the contract of deal-001'],
          check: ranProgram('contract_readiness', ['query_org_data', 'query_org_data']),
        },
      },
      {
        say: 'ماذا ينقص عقد الصفقة deal-003؟',
        contact: 'contact-017',
        staff,
        expect: {
          language: 'ar',
          saysOffline: ['رقم هوية أو جواز المشتري'],
          check: ranProgram('contract_readiness', ['query_org_data', 'query_org_data']),
        },
      },
    ],
  },
];
