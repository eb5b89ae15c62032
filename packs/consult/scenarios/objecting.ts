import type { Scenario } from '#pack-kit';

/** What visitors answer, and how a calculation goes on. */
export const objecting: Scenario[] = [
  {
    id: 'C20',
    title: 'works a loss out again with another figure, and answers what is held against it',
    steps: [
      {
        say: 'We lose 10 hours a week per person on manual data entry, 5 people',
        contact: 'objecting-1',
        expect: {
          calls: [
            {
              tool: 'simulate_cost_of_inaction',
              arguments: {
                inefficient_process: 'manual data entry',
                hours_wasted_per_week: 10,
                team_size: 5,
              },
            },
          ],
        },
      },
      {
        say: 'and if it was 20 people?',
        contact: 'objecting-1',
        expect: {
          calls: [
            {
              tool: 'simulate_cost_of_inaction',
              arguments: {
                inefficient_process: 'manual data entry',
                hours_wasted_per_week: 10,
                team_size: 20,
              },
            },
          ],
          says: ['480,000'],
        },
      },
      {
        say: 'too expensive',
        contact: 'objecting-2',
        begins: true,
        expect: { says: [/hours/i, '?'], neverSays: [/not sure yet/] },
      },
      {
        say: 'غالي جدا',
        contact: 'objecting-3',
        begins: true,
        expect: { says: [/ساع/, '؟'], language: 'ar' },
      },
      {
        say: 'We have no budget this year',
        contact: 'objecting-4',
        begins: true,
        expect: { calls: [{ tool: 'generate_executive_memo', arguments: { key_blocker: 'budget' } }] },
      },
      {
        say: 'is my data safe with you?',
        contact: 'objecting-5',
        begins: true,
        expect: { says: ['?'], saysOffline: ['memo on security'] },
      },
      {
        say: 'maybe later',
        contact: 'objecting-6',
        begins: true,
        expect: { saysOffline: ['no hurry'], neverCalls: ['get_booking_link'] },
      },
    ],
  },
  {
    id: 'C21',
    title: 'mistakes no other question for a booking, a price or a mail',
    steps: [
      {
        say: "what's the price of nvidia",
        contact: 'objecting-7',
        expect: {
          calls: [{ tool: 'get_stock_price', arguments: { symbol: 'NVDA' }, errorClass: 'NOT_CONFIGURED' }],
          neverSays: [/10,000|80,000/],
        },
      },
      {
        say: 'do you speak German?',
        contact: 'objecting-8',
        begins: true,
        expect: { neverCalls: ['get_booking_link'], saysOffline: ['English and Arabic'] },
      },
      {
        say: 'write me a prompt for summarising emails',
        contact: 'objecting-9',
        begins: true,
        expect: { agent: 'consult/pitch', neverCalls: ['draft_follow_up_email'], saysOffline: ['workshop'] },
      },
      {
        say: 'how long is the workshop',
        contact: 'objecting-10',
        begins: true,
        expect: { says: [/two days|2-day|2 days/i] },
      },
    ],
  },
];
