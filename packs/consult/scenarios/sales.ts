import { scenario, type Scenario } from '#pack-kit';
import { conversationIds } from '../seeds/demo-conversations.ts';
import { audited, standing } from './checks.ts';

const BOOKING_URL = 'https://book.example/northlight';

const ROI = { annualSavings: 60_000, netSavings: 40_000, roiPercent: 200, paybackMonths: 4 };

const HOW_IT_WORKS = 'Can you explain the technology behind it?';

export const sales: Scenario[] = [
  scenario('C1', 'what waiting costs, and after how many months the workshop would have been cheaper', {
    say: 'We have 5 people who each lose 10 hours a week on manual data entry',
    contact: 'c1',
    expect: {
      agent: 'consult/discovery',
      calls: [
        {
          tool: 'simulate_cost_of_inaction',
          arguments: {
            inefficient_process: 'manual data entry',
            hours_wasted_per_week: 10,
            team_size: 5,
          },
          data: { monthlyHours: 200, monthlyCost: 10_000 },
        },
      ],
      says: ['200', '10,000', /1(?:\.0)? month/, /8(?:\.0)? months/],
      rows: [
        {
          sql: `SELECT capabilities_shown AS shown, monthly_value AS value FROM consult_leads WHERE id = 'c1'`,
          are: [{ shown: ['roi'], value: 10_000 }],
        },
      ],
    },
  }),
  scenario(
    'C2',
    'a return on investment, out of the cache the second time, in voice never',
    ...['chat', 'chat', 'voice', 'voice'].map((channel, index) => ({
      say: 'Implementation costs 20,000 and saves 1,200 hours a year, what is the ROI?',
      contact: 'c2',
      channel,
      begins: true,
      expect: {
        calls: [
          {
            tool: 'calculate_roi',
            arguments: { implementationCost: 20_000, timeSavings: 1_200 },
            data: ROI,
          },
        ],
        says: ['60,000', '40,000', '200', /4(?:\.0)? months/],
        check: audited('cached', index === 1),
      },
    })),
  ),
  scenario('C3', 'amounts as text, and an empty timeline', {
    say: 'Hello',
    contact: 'c3',
    expect: {
      check: async ({ callTool }) => {
        const asText = { implementationCost: '$20,000', timeSavings: '1,200', timeline: '' };
        const { success, data } = await callTool('calculate_roi', asText);
        const expected = { ...ROI, timelineMonths: 12 };
        const isRight = Object.entries(expected).every(([name, value]) => data?.[name] === value);
        return success && isRight ? [] : [JSON.stringify(data)];
      },
    },
  }),
  scenario('C4', 'a booking link where one is set, and none where none is', {
    say: "I'd like to book a workshop",
    contact: 'c4',
    settings: () => ({ BOOKING_URL }),
    expect: {
      agent: 'consult/closer',
      calls: [
        { tool: 'get_booking_link', arguments: { meetingType: 'workshop' }, data: { url: BOOKING_URL } },
      ],
      says: [BOOKING_URL],
      saysOffline: [/You choose the time there yourself; I have not booked/],
      rows: [
        {
          sql: `SELECT booking_link_shared_at IS NOT NULL AS shared, score FROM consult_leads WHERE id = 'c4'`,
          are: [{ shared: true, score: 15 }],
        },
      ],
    },
  }),
  scenario(
    'C4 without',
    'records which setting is missing, says that booking is not set up, and makes no link up',
    {
      say: "I'd like to book a workshop",
      contact: 'c4b',
      expect: {
        calls: [
          {
            tool: 'get_booking_link',
            errorClass: 'NOT_CONFIGURED',
            data: { missingSettings: ['BOOKING_URL'] },
          },
        ],
        neverSays: [/https?:\/\//, 'BOOKING_URL'],
        saysOffline: ['cannot be booked online here yet'],
        rows: [
          {
            sql: `SELECT 1 FROM consult_leads WHERE id = 'c4b' AND booking_link_shared_at IS NOT NULL`,
            are: [],
          },
        ],
      },
    },
    {
      say: 'أريد حجز موعد للاستشارة',
      begins: true,
      expect: {
        calls: [{ tool: 'get_booking_link', errorClass: 'NOT_CONFIGURED' }],
        neverSays: [/https?:\/\//, 'BOOKING_URL'],
      },
    },
  ),
  scenario('C5', 'S1: the module instead of the solution', {
    say: 'How do I fix hallucinations in our support bot?',
    contact: 'visitor-01',
    expect: {
      agent: 'consult/pitch',
      calls: [
        {
          tool: 'generate_custom_syllabus',
          arguments: {
            team_roles: '3 developers and 1 product manager',
            tech_stack: 'React and Node.js',
            pain_points: ['hallucinations in our support bot'],
          },
        },
      ],
      says: [/[Mm]odule 2/],
      neverSays: ['```', /^\s*[123][.)] /m],
      check: standing('applied'),
    },
  }),
  scenario(
    'C6',
    'asks for what the plan lacks, one thing at a time, and gives no solution',
    {
      say: 'How do I fix hallucinations in our support bot?',
      contact: 'c6',
      expect: {
        calls: [],
        says: [/\?/],
        neverSays: ['```'],
        saysOffline: ['Who would attend from your team?'],
      },
    },
    {
      say: '3 developers and 1 product manager',
      expect: { calls: [], saysOffline: ['What does your team build on?'] },
    },
  ),
  scenario(
    'C7',
    'S2: explains the technology to somebody who has booked, and gives no solution to them either',
    { say: HOW_IT_WORKS, contact: 'visitor-08', expect: { check: standing('exception') } },
    {
      say: 'How do I fix hallucinations in our support bot?',
      contact: 'visitor-08',
      expect: { neverSays: ['```'], check: standing('applied') },
    },
  ),
  scenario('C8', 'S6: a memo from the figures of the conversation', {
    say: 'My CFO says there is no budget for the workshop, help me',
    contact: 'visitor-04',
    conversation: conversationIds.figures,
    expect: {
      calls: [
        {
          tool: 'generate_executive_memo',
          arguments: {
            target_audience: 'CFO',
            key_blocker: 'budget',
            proposed_solution: '2-day in-house workshop',
          },
          data: { wordCount: (count: number) => count <= 450 },
        },
      ],
      says: ['10,000'],
      saysOffline: ['$120,000 (calculation of the cost of waiting)', '(calculation of the return)'],
      rows: [
        {
          sql: `SELECT kind, version FROM consult_documents WHERE contact_id = 'visitor-04'`,
          are: [{ kind: 'memo', version: 1 }],
        },
      ],
    },
  }),
  scenario('C12', 'a case study as proof, called a sample', {
    say: 'Have you done this for a media company?',
    contact: 'c12',
    expect: {
      calls: [{ tool: 'search_internal_case_studies', arguments: { industry: 'Media' }, data: { total: 1 } }],
      says: [/40 hours per week/, /sample/i],
      saysOffline: ['cs-01'],
    },
  }),
  scenario('C16', 'the cost of waiting in Arabic', {
    say: 'خمسة موظفين يضيعون 10 ساعات أسبوعيا في إدخال البيانات',
    contact: 'c16',
    expect: {
      calls: [
        {
          tool: 'simulate_cost_of_inaction',
          arguments: { hours_wasted_per_week: 10, team_size: 5, inefficient_process: 'إدخال البيانات' },
        },
      ],
      says: ['10,000'],
      saysOffline: ['شهرا واحدا'],
    },
  }),
];
