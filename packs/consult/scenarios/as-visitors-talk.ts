import type { Scenario, ScenarioStep } from '#pack-kit';

const LOSS = 'simulate_cost_of_inaction';
const LINK = 'get_booking_link';
const NOT_UNDERSTOOD = [/not sure yet/, /لست متأكدا بعد/];

const counts = (
  say: string,
  contact: string,
  [hours, people, rate]: [hours: number, people: number, rate?: number],
  more: Partial<ScenarioStep['expect']> = {},
): ScenarioStep => ({
  say,
  contact,
  expect: {
    calls: [
      {
        tool: LOSS,
        arguments: {
          hours_wasted_per_week: hours,
          team_size: people,
          ...(rate !== undefined && { hourly_rate: rate }),
        },
      },
    ],
    ...more,
  },
});
const says = (
  say: string,
  contact: string,
  saysOffline: (string | RegExp)[],
  more: Partial<ScenarioStep> = {},
): ScenarioStep => ({
  ...more,
  say,
  contact,
  expect: { saysOffline, neverSays: NOT_UNDERSTOOD, ...more.expect },
});
const begins = (step: ScenarioStep): ScenarioStep => ({ ...step, begins: true });

/** What newcomers said who talked to the assistant for the first time. */
export const asVisitorsTalk: Scenario[] = [
  {
    id: 'C24',
    title: 'counts those who lose the time, each or together, at the rate that was told',
    steps: [
      counts(
        'We are an agency with 12 people. Five of them each lose 10 hours a week on reports.',
        'talk-1',
        [10, 5],
      ),
      counts('we pay 30 dollars an hour', 'talk-1', [10, 5, 30], { says: ['6,000'] }),
      counts('and if it was 8 people?', 'talk-1', [10, 8, 30]),
      begins(
        counts('نحن فريق من 12 موظفا ونضيع 15 ساعة أسبوعيا في التقارير', 'talk-2', [1.25, 12], {
          says: [/60 ساعة/],
          language: 'ar',
        }),
      ),
      counts('الساعة بـ 25 دولارا', 'talk-2', [1.25, 12, 25], { says: ['1,500'], language: 'ar' }),
      counts('لا، لكل واحد منا', 'talk-2', [15, 12, 25], { language: 'ar' }),
      begins(counts('شخصان يضيعان 6 ساعات أسبوعيا في إدخال الفواتير', 'talk-3', [6, 2], { language: 'ar' })),
      begins(says('we lose 10 hours a week each', 'talk-4', ['Which work'])),
      says('invoices', 'talk-4', ['How many people']),
      counts('about five', 'talk-4', [10, 5], { says: [/invoices/] }),
    ],
  },
  {
    id: 'C25',
    title: 'a call where none can be booked online: name and address are asked for and noted',
    steps: [
      {
        say: 'can we talk on Thursday',
        contact: 'call-1',
        expect: {
          calls: [{ tool: LINK, errorClass: 'NOT_CONFIGURED' }],
          saysOffline: [/name.*e-mail/],
          neverSays: NOT_UNDERSTOOD,
        },
      },
      says(
        'Mara Lund, mara@lund.example',
        'call-1',
        [/Mara Lund.*mara@lund\.example, Thursday/, 'Nothing is booked'],
        {
          expect: {
            rows: [
              {
                sql: `SELECT name, email FROM consult_leads WHERE id = 'call-1'`,
                are: [{ name: 'Mara Lund', email: 'mara@lund.example' }],
              },
            ],
          },
        },
      ),
      says('at 3pm please', 'call-1', [/Thursday, 3pm/]),
      {
        say: 'هل يمكننا التحدث؟',
        contact: 'call-2',
        begins: true,
        expect: {
          calls: [{ tool: LINK, errorClass: 'NOT_CONFIGURED' }],
          saysOffline: [/اسمك.*بريدك/],
          language: 'ar',
        },
      },
      says('الساعة 3 مساء، بريدي sara@x.example', 'call-2', [/sara@x\.example، الساعة 3 مساء/, 'ما اسمك'], {
        expect: { neverCalls: ['draft_follow_up_email'], language: 'ar' },
      }),
      says('سارة حداد', 'call-2', [/سارة حداد.*sara@x\.example/]),
    ],
  },
  {
    id: 'C26',
    title: 'an address told beside the booking link is noted, and no mail is drafted of it',
    settings: () => ({ BOOKING_URL: 'https://book.example/northlight' }),
    steps: [
      { say: "let's hop on a call on Thursday", contact: 'call-3', expect: { calls: [{ tool: LINK }] } },
      says(
        'at 3pm please, my email is a@b.example',
        'call-3',
        ['a@b.example', 'https://book.example/northlight'],
        {
          expect: { neverCalls: ['draft_follow_up_email'] },
        },
      ),
      says('We get most of our orders by mail, all of them typed in again', 'call-4', ['?'], {
        begins: true,
        expect: { neverCalls: ['draft_follow_up_email'] },
      }),
    ],
  },
  {
    id: 'C27',
    title: 'tells more of one of the case studies, who is there, and what a course would hold',
    steps: [
      {
        say: 'show me case studies',
        contact: 'more-1',
        expect: { calls: [{ tool: 'search_internal_case_studies' }] },
      },
      says('tell me more about the second one', 'more-1', [
        /Appointment mail handling/,
        /front desk/,
        /sample case/,
      ]),
      {
        say: 'هل لديكم أمثلة؟',
        contact: 'more-2',
        begins: true,
        expect: { calls: [{ tool: 'search_internal_case_studies' }], language: 'ar' },
      },
      says('أخبرني المزيد عن الأخيرة', 'more-2', [/قراءة وثائق الشحن/, /تجريبية/], {
        expect: { language: 'ar' },
      }),
      says('مرحبا، من أنتم؟', 'more-3', [/أهلا/, /ورشة/], { begins: true, expect: { language: 'ar' } }),
      says('هذا غال', 'more-3', [/10,000/], { expect: { language: 'ar' } }),
      {
        say: 'We are 4 developers on Node.js. Can you send me a syllabus for a course on answer quality?',
        contact: 'more-4',
        begins: true,
        expect: {
          calls: [
            {
              tool: 'generate_custom_syllabus',
              arguments: {
                team_roles: '4 developers',
                tech_stack: 'Node.js',
                pain_points: ['answer quality'],
              },
            },
          ],
        },
      },
      {
        say: 'yes please',
        contact: 'more-4',
        expect: {
          calls: [{ tool: LINK, arguments: { meetingType: 'workshop' }, errorClass: 'NOT_CONFIGURED' }],
        },
      },
      {
        say: 'أريد منهج دورة عن الأمان لفريق من 5 مطورين يعملون على بايثون',
        contact: 'more-5',
        begins: true,
        expect: {
          calls: [
            {
              tool: 'generate_custom_syllabus',
              arguments: { pain_points: ['الأمان'], tech_stack: 'Python' },
            },
          ],
          language: 'ar',
        },
      },
    ],
  },
];
