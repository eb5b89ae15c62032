import { answer, exchange } from './testing/office.fixture.ts';

const SETTINGS = /GOOGLE_API_KEY/;

describe('the offline model', () => {
  it.each<[string, string, object]>([
    ['Find villas in Paphos', 'search_homes', { place: 'Paphos', type: 'villa' }],
    [
      'flat for sale in Limassol under 500000 euros, 3 bedrooms',
      'search_homes',
      { place: 'Limassol', maxPrice: 500_000, bedrooms: 3, type: 'flat' },
    ],
    ['villa over 500000 euro, 4 bedrooms', 'search_homes', { minPrice: 500_000, bedrooms: 4, type: 'villa' }],
    ['4 bedrooms, villa over €500,000', 'search_homes', { minPrice: 500_000, bedrooms: 4, type: 'villa' }],
    [
      'flats between 100k and 150k near the sea',
      'search_homes',
      { minPrice: 100_000, maxPrice: 150_000, type: 'flat' },
    ],
    [
      'ابحث عن فيلا في بافوس بأقل من 400 ألف',
      'search_homes',
      { place: 'Paphos', maxPrice: 400_000, type: 'villa' },
    ],
    ['Offer 415,000 on deal-002', 'send_offer', { dealId: 'deal-002', amount: 415_000 }],
    [
      'Could you please send an offer of 415k for deal-002?',
      'send_offer',
      { dealId: 'deal-002', amount: 415_000 },
    ],
  ])('reads the whole message: %s', async (text, tool, given) => {
    expect((await answer(text)).calls).toEqual([[tool, given]]);
  });

  it.each([
    'flats in Paphos, but not by the motorway',
    'flats in Paphos or a villa in Larnaca',
    'flats in Paphos without a garage under 200k',
    'flats in Paphos under 200k built after 2015',
    'is a villa in Paphos cheaper than one in Larnaca?',
    'villas in Paphos except those over 500k',
    'which is more expensive, Paphos or Larnaca?',
    'flats in Atlantis under 200k',
    'what would happen if we offered 400k on deal-002?',
    'Should we offer 400k on deal-002?',
    'the owner of deal-002 said 400k is not enough',
    "don't offer 400k on deal-002",
    'Offer 400k on deal-002 and 20k on top for the furniture',
    'لا ترسل عرضا على deal-002 بقيمة 400 ألف',
    'ابحث عن فيلا في بافوس لكن ليس قرب الطريق',
    'flats in Paphos with 1 or 2 bedrooms',
    'not a villa in Paphos',
    'شقة غرفة أو غرفتين في بافوس',
    'شقة غرفتين أو ثلاث غرف في بافوس',
    'Hello there',
    'hmm, all right then',
    'مرحبا',
  ])('makes no call for a message that it cannot read completely: %s', async (text) => {
    const { calls, text: reply } = await answer(text);
    expect(calls).toEqual([]);
    expect(reply).toMatch(SETTINGS);
    expect(reply).toMatch(/\p{Script=Arabic}/u.test(text) ? /البديل غير المتصل/ : /offline stand-in/);
  });

  it('gives examples for the tools of the agent, none that names a record', async () => {
    const { text } = await answer('tell me a joke about horses');
    expect(text.match(/“[^”]+”/g)).toEqual(['“Find villas in Paphos”', '“Flats in Larnaca under 200k”']);
  });

  it('asks for a missing required argument, and continues with the answer', async () => {
    const first = await answer('Send an offer of 300k');
    expect(first).toMatchObject({ calls: [], text: 'Which deal?' });
    const question = { role: 'assistant' as const, text: first.text, toolCalls: [] };
    expect((await answer('Send an offer of 300k', question, 'deal-007')).calls).toEqual([
      ['send_offer', { dealId: 'deal-007', amount: 300_000 }],
    ]);
    expect((await answer('Send an offer of 300k', question, 'Find villas in Paphos')).calls).toEqual([
      ['search_homes', { place: 'Paphos', type: 'villa' }],
    ]);
  });

  it('repeats the last call for a message that only refers to it', async () => {
    const found = exchange('search_homes', { place: 'Paphos', type: 'villa' }, { found: 3 }, '3 homes.');
    const before = ['Find villas in Paphos', ...found] as const;
    expect((await answer(...before, 'and in Larnaca')).calls).toEqual([
      ['search_homes', { place: 'Larnaca', type: 'villa' }],
    ]);
    expect((await answer(...before, 'the same for Limassol under 400k')).calls).toEqual([
      ['search_homes', { place: 'Limassol', maxPrice: 400_000, type: 'villa' }],
    ]);
    expect((await answer(...before, 'is that more than in Larnaca?')).calls).toEqual([]);
    expect((await answer(...before, 'and why?')).calls).toEqual([]);
  });

  it('renders a result after its calls, in the language of the message', async () => {
    const made = exchange('search_homes', { type: 'villa' }, { found: 3 }, '');
    expect((await answer('Find villas', ...made)).text).toBe('3 homes.');
    expect((await answer('ابحث عن فيلا', ...made)).text).toBe('3 منازل.');
  });

  it('handles requests joined by "then" in order', async () => {
    const text = 'Find villas in Paphos, then find flats in Larnaca';
    const first = exchange('search_homes', { place: 'Paphos', type: 'villa' }, { found: 3 }, '');
    expect((await answer(text)).calls).toEqual([['search_homes', { place: 'Paphos', type: 'villa' }]]);
    expect((await answer(text, ...first)).calls).toEqual([
      ['search_homes', { place: 'Larnaca', type: 'flat' }],
    ]);
  });

  it('states that it reads no attachments', async () => {
    const parts = [{ type: 'text' as const, text: 'wishes.txt: a quiet flat' }];
    const { text } = await answer({ role: 'user', text: 'Hello', parts });
    expect(text).toContain('I have not read the attachments');
  });
});
