/** A message and its answer: a text, a call of a reading tool, or the booked viewing. */
export type DemoLine = { agent: string; text: string; staff?: string } & (
  | { reply: string }
  | { ask: 'search' | 'mortgage' | 'market'; with: Record<string, unknown> }
  | { books: true }
);

interface DemoTalk {
  /** Number of the contact: 15 for contact-015. */
  contact: number;
  /** `web` when absent. */
  channel?: string;
  lines: DemoLine[];
}

const search = (text: string, criteria: Record<string, unknown>): DemoLine => ({
  agent: 'searcher',
  text,
  ask: 'search',
  with: criteria,
});
const mortgage = (text: string, loan: Record<string, unknown>): DemoLine => ({
  agent: 'qualifier',
  text,
  ask: 'mortgage',
  with: loan,
});
const market = (text: string, scope: Record<string, unknown>, staff?: string): DemoLine => ({
  agent: 'searcher',
  text,
  ask: 'market',
  with: scope,
  ...(staff !== undefined && { staff }),
});
const books = (text: string): DemoLine => ({ agent: 'coordinator', text, books: true });
const says = (agent: string, text: string, reply: string): DemoLine => ({ agent, text, reply });

/** The messages of the demo's leads, in the order of time; they match the leads' rows. */
export const conversationLines: DemoTalk[] = [
  {
    contact: 35,
    lines: [
      search('What do you have in Nicosia with two bedrooms or more?', {
        district: 'Nicosia',
        bedroomsMin: 2,
      }),
      books('My sister found prop-0196 on your page. Could we see it this week?'),
    ],
  },
  {
    contact: 34,
    lines: [
      search('Houses for sale in Larnaca up to 600k', {
        district: 'Larnaca',
        propertyType: 'House',
        dealType: 'sale',
        maxPrice: 600_000,
      }),
      mortgage('What would 500,000 cost a month over 25 years?', { price: 500_000, termYears: 25 }),
      books('And please arrange a viewing of prop-0185.'),
    ],
  },
  {
    contact: 19,
    channel: 'whatsapp',
    lines: [
      search('ماذا لديكم من شقق للبيع في نيقوسيا؟', {
        district: 'Nicosia',
        propertyType: 'Apartment',
        dealType: 'sale',
      }),
      books('وأريد معاينة prop-0218 أيضا.'),
    ],
  },
  {
    contact: 20,
    lines: [
      search('What is there in Protaras for up to 320,000?', { district: 'Protaras', maxPrice: 320_000 }),
      books('Limassol would do as well. Can I see prop-0229?'),
    ],
  },
  {
    contact: 15,
    lines: [
      search('Flats in Paphos up to 200,000 please', {
        district: 'Paphos',
        propertyType: 'Apartment',
        maxPrice: 200_000,
      }),
      says(
        'searcher',
        'It matters to me that I can reach the beach on foot.',
        'I have noted that you want to reach the beach on foot. Shall I put the nearest to the sea first?',
      ),
      mortgage('What would 175,000 be a month with 30% down?', { price: 175_000, downPaymentPct: 30 }),
    ],
  },
  {
    contact: 16,
    channel: 'whatsapp',
    lines: [
      search('ابحث عن فيلا للبيع في بافوس', { district: 'Paphos', propertyType: 'Villa', dealType: 'sale' }),
      says(
        'qualifier',
        'نفضل الطابق الأرضي، وننتقل بسبب مدارس الأولاد.',
        'سجلت أنكم تفضلون الطابق الأرضي وأن الانتقال بسبب مدارس الأولاد. متى تودون الانتقال؟',
      ),
    ],
  },
  {
    contact: 17,
    lines: [
      search('Two bedrooms or more in Limassol, below 900k', {
        district: 'Limassol',
        bedroomsMin: 2,
        maxPrice: 900_000,
      }),
      says(
        'negotiator',
        'The price of the one we saw is too high for us.',
        'Which figure would be right for you? I can then look at what similar homes there were sold for.',
      ),
      market('How have prices moved in Limassol this year?', { district: 'Limassol' }),
    ],
  },
  {
    contact: 18,
    lines: [
      search('One-bedroom flats in Larnaca up to 180k', {
        district: 'Larnaca',
        propertyType: 'Apartment',
        bedrooms: 1,
        maxPrice: 180_000,
      }),
      says(
        'closer',
        'Who looks over the contract before I sign?',
        'A lawyer of your own should. The draft is made from what is on file, and nothing is signed before you agree.',
      ),
    ],
  },
  {
    contact: 21,
    lines: [
      search('Is there anything for sale in Kato Paphos below 420k with at least 2 bedrooms?', {
        district: 'Kato Paphos',
        bedroomsMin: 2,
        maxPrice: 420_000,
        dealType: 'sale',
      }),
    ],
  },
  {
    contact: 22,
    lines: [
      search('Two bedrooms in Germasogeia, we can pay 600k', {
        district: 'Germasogeia',
        bedrooms: 2,
        maxPrice: 600_000,
      }),
      mortgage('And the instalment for 450k over 20 years?', { price: 450_000, termYears: 20 }),
    ],
  },
  {
    contact: 23,
    channel: 'whatsapp',
    lines: [
      search('شقق للإيجار في فينيكودس بغرفتين على الأقل', {
        district: 'Finikoudes',
        propertyType: 'Apartment',
        dealType: 'rent',
        bedroomsMin: 2,
      }),
    ],
  },
  {
    contact: 24,
    lines: [
      search('What can I get in Paphos for 180,000?', { district: 'Paphos', maxPrice: 180_000 }),
      says(
        'objection_handler',
        'I am not sure whether this is the right time to buy.',
        'That is a fair question. Shall we look at how prices in Paphos have moved?',
      ),
      market('Yes, for Paphos', { district: 'Paphos' }),
    ],
  },
  {
    contact: 25,
    lines: [
      search('Apartments in Limassol, 2 bedrooms at least, 250k at most', {
        district: 'Limassol',
        propertyType: 'Apartment',
        bedroomsMin: 2,
        maxPrice: 250_000,
      }),
      market('Then how do prices stand in Larnaca?', { district: 'Larnaca', propertyType: 'Apartment' }),
    ],
  },
  {
    contact: 26,
    channel: 'whatsapp',
    lines: [
      search('أريد بيتا بثلاث غرف نوم في لارنكا حتى 320 ألف', {
        district: 'Larnaca',
        bedrooms: 3,
        maxPrice: 320_000,
      }),
      mortgage('كم القسط الشهري على 300 ألف؟', { price: 300_000 }),
    ],
  },
  {
    contact: 27,
    lines: [
      market(
        'How long does a house in Nicosia take to sell?',
        { district: 'Nicosia', propertyType: 'House' },
        'agent-01',
      ),
    ],
  },
  {
    contact: 28,
    lines: [
      search('Show me two-bedroom homes in Protaras under 600k', {
        district: 'Protaras',
        bedrooms: 2,
        maxPrice: 600_000,
      }),
      says(
        'qualifier',
        'We would move in autumn.',
        'Noted, autumn it is. Do you buy with a loan, or with your own money?',
      ),
    ],
  },
  {
    contact: 29,
    channel: 'whatsapp',
    lines: [
      search('اعرض علي فللا في كاتو بافوس حتى 900 ألف', {
        district: 'Kato Paphos',
        propertyType: 'Villa',
        maxPrice: 900_000,
      }),
    ],
  },
  {
    contact: 31,
    lines: [
      search('Rentals in Finikoudes with two bedrooms or more', {
        district: 'Finikoudes',
        dealType: 'rent',
        bedroomsMin: 2,
      }),
      says(
        'qualifier',
        'I need it from next month on.',
        'Noted: from next month on. How long would you like to stay?',
      ),
    ],
  },
  {
    contact: 33,
    lines: [
      search('Limassol, up to 420,000, two bedrooms at least', {
        district: 'Limassol',
        bedroomsMin: 2,
        maxPrice: 420_000,
      }),
      mortgage('What do I pay a month for 400k at 3.9 percent?', { price: 400_000, annualRatePct: 3.9 }),
    ],
  },
  {
    contact: 36,
    lines: [
      search('A one-bedroom in Protaras for less than 180k', {
        district: 'Protaras',
        bedrooms: 1,
        maxPrice: 180_000,
      }),
      says('searcher', 'Thanks, I will think about it.', 'Of course. Write again whenever you like.'),
    ],
  },
];
