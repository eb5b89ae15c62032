import type { Scenario, ScenarioStep } from '#pack-kit';

const LINK_GIVEN: ScenarioStep['expect'] = {
  calls: [{ tool: 'get_booking_link', data: { url: 'https://book.example/northlight' } }],
  says: ['https://book.example/northlight'],
  neverSays: [/\bis booked\b|have booked (?!any)|تم حجز/],
};

/** What visitors begin with. */
export const firstWords: Scenario[] = [
  {
    id: 'C23',
    title: 'a time is chosen on the booking page, however it is named, and nothing is said to be booked',
    settings: () => ({ BOOKING_URL: 'https://book.example/northlight' }),
    steps: [
      ...['When are you free?', 'the second one', 'Tuesday works', '15:30 on Thursday please'].map((say) => ({
        say,
        contact: 'times-1',
        expect: LINK_GIVEN,
      })),
      ...['متى أنتم متاحون؟', 'الثلاثاء يناسبني'].map((say, index) => ({
        say,
        contact: 'times-2',
        begins: index === 0,
        expect: { ...LINK_GIVEN, language: 'ar' as const },
      })),
    ],
  },
  {
    id: 'C19',
    title: 'names the prices of the settings, and gets to know who is there',
    settings: () => ({ CONSULT_WORKSHOP_PRICE: '9500' }),
    steps: [
      {
        say: 'How much is the workshop?',
        contact: 'first-1',
        expect: { says: ['9,500'], neverCalls: ['get_booking_link'] },
      },
      {
        say: 'كم سعر الورشة؟',
        contact: 'first-2',
        expect: { says: [/9[,٬]?500|٩٬?٥٠٠/], language: 'ar' },
      },
      {
        say: 'We are a logistics company with 40 people.',
        contact: 'first-3',
        expect: { says: [/logistics/i, '?'] },
      },
      {
        say: 'Hello, what do you actually offer and what does it cost?',
        contact: 'first-7',
        expect: { says: ['9,500', /workshop/i], neverCalls: ['generate_proposal_draft'] },
      },
      {
        say: 'Put together an offer for us',
        contact: 'first-7',
        expect: { calls: [{ tool: 'generate_proposal_draft' }], says: ['9,500'] },
      },
      { say: 'ROI?', contact: 'first-4', expect: { says: [/hours|savings?|cost/i, '?'] } },
      {
        say: 'Make a diagram',
        contact: 'first-5',
        expect: { neverCalls: ['generate_architecture_diagram'], says: ['?'] },
      },
      { say: 'Send me a summary', contact: 'first-6', expect: { neverSays: [/messages\b/] } },
    ],
  },
];
