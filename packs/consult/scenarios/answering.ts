import type { Scenario, ScenarioStep } from '#pack-kit';

const LINK = 'get_booking_link';
const CASES = 'search_internal_case_studies';
const NOT_UNDERSTOOD = [/not sure yet/, /لست متأكدا بعد/];

const says = (
  say: string,
  contact: string,
  saysOffline: (string | RegExp)[],
  expect: Partial<ScenarioStep['expect']> = {},
): ScenarioStep => ({ say, contact, expect: { saysOffline, neverSays: NOT_UNDERSTOOD, ...expect } });
const begins = (step: ScenarioStep): ScenarioStep => ({ ...step, begins: true });
const nameIs = (id: string, name: string) => ({
  rows: [{ sql: `SELECT name FROM consult_leads WHERE id = '${id}'`, are: [{ name }] }],
});

/** What visitors answer, pick and put off, where it is no request of its own. */
export const answering: Scenario[] = [
  {
    id: 'C28',
    title: 'times are asked for, picked and moved where no calendar is seen, and a bare name is kept',
    steps: [
      begins(says('what do you do?', 'answer-1', [/note your name/], { neverSays: [/take you to a call/] })),
      says('what time slots do you have?', 'answer-1', [/calendar/, /e-mail/], {
        calls: [{ tool: LINK, errorClass: 'NOT_CONFIGURED' }],
      }),
      says('the second one', 'answer-1', [/listed no times/]),
      says('Maria', 'answer-1', [/Maria.*e-mail/], nameIs('answer-1', 'Maria')),
      says('maria@example.com', 'answer-1', [/maria@example\.com/]),
      says('move it to Friday', 'answer-1', [/maria@example\.com, Friday/]),
      begins(
        says('ما المواعيد المتاحة؟', 'answer-2', [/التقويم/], {
          calls: [{ tool: LINK, errorClass: 'NOT_CONFIGURED' }],
          language: 'ar',
        }),
      ),
      says('سارة', 'answer-2', [/سارة/], { language: 'ar', ...nameIs('answer-2', 'سارة') }),
    ],
  },
  {
    id: 'C29',
    title: 'answers are taken for what they are, whichever of the questions was asked',
    steps: [
      begins(says('I want to know how much we lose', 'answer-3', ['Which work'])),
      says('six hours a week each', 'answer-3', ['Which work']),
      says('data entry', 'answer-3', ['How many people']),
      says('about five', 'answer-3', [/120 hours a month go into data entry/], {
        calls: [
          {
            tool: 'simulate_cost_of_inaction',
            arguments: { inefficient_process: 'data entry', hours_wasted_per_week: 6, team_size: 5 },
          },
        ],
      }),
      begins(
        says('show me case studies in legal', 'answer-4', ['1. '], {
          calls: [{ tool: 'search_internal_case_studies' }],
        }),
      ),
      says('tell me about the second one', 'answer-4', [/only one in the list/]),
      begins(says('I can pay 1500 a month, what can I buy?', 'answer-5', [/6\.7 months/])),
      begins(
        says('what is the ROI if we invest 20000 and save 3000 a month', 'answer-6', [/\$36,000 a year/], {
          calls: [{ tool: 'calculate_roi' }],
        }),
      ),
    ],
  },
  {
    id: 'C30',
    title: 'says that there is no case for an industry, and shows those that there are',
    steps: [
      begins(
        says('Show me examples of other companies', 'answer-7', ['1. '], {
          calls: [{ tool: CASES, data: { total: 12 } }],
        }),
      ),
      says('Do you have a case for restaurants?', 'answer-7', [/no case study for restaurants/, '1. '], {
        calls: [
          { tool: CASES, arguments: { industry: 'Hospitality' }, data: { total: 0 } },
          { tool: CASES, data: { total: 12 } },
        ],
      }),
      says('any for banks?', 'answer-7', [/cs-08/], {
        calls: [
          { tool: 'tool_search', optional: true },
          { tool: CASES, data: { total: 1 } },
        ],
      }),
      says('هل لديكم حالة للمطاعم؟', 'answer-7', [/لا توجد لدي دراسة حالة عن المطاعم/, /تجريبية/], {
        calls: [
          { tool: CASES, data: { total: 0 } },
          { tool: CASES, data: { total: 12 } },
        ],
        language: 'ar',
      }),
    ],
  },
];
