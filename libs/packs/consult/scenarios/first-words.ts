import type { Scenario } from '#tools';

/** What visitors begin with. */
export const firstWords: Scenario[] = [
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
