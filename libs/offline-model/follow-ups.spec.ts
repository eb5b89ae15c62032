import { talk, usual } from './testing/talk.ts';

const first = 'Find 2 bedroom apartments in Paphos under 200k';
const base = { district: 'Paphos', bedrooms: 2, maxPrice: 200_000, propertyType: 'Apartment' };

describe('a message that follows up a search', () => {
  it.each<[string, Record<string, unknown>]>([
    ['cheaper ones?', { ...base, maxPrice: 100_999 }],
    ['Do you have anything less expensive?', { ...base, maxPrice: 100_999 }],
    ['Hm, got a more affordable one?', { ...base, maxPrice: 100_999 }],
    ['any at a lower price', { ...base, maxPrice: 100_999 }],
    ['أريد شيئا أرخص', { ...base, maxPrice: 100_999 }],
    ['هل لديكم خيارات بسعر أقل؟', { ...base, maxPrice: 100_999 }],
    ['cheaper than 150k', { ...base, maxPrice: 150_000 }],
    ['show me more', base],
    ['Show me some more please', base],
    ['next 5', base],
    ['any others?', base],
    ['المزيد', base],
    ['only with sea view', base],
    ['and under 300k', { ...base, maxPrice: 300_000 }],
    ['ok and under 300k', { ...base, maxPrice: 300_000 }],
    ['under 150k', { ...base, maxPrice: 150_000 }],
    ['only under 150k please', { ...base, maxPrice: 150_000 }],
    ['what about 3 bedrooms', { ...base, bedrooms: 3 }],
    ['only villas', { ...base, propertyType: 'Villa' }],
    ['villas?', { ...base, propertyType: 'Villa' }],
    ['what about Larnaca?', { ...base, district: 'Larnaca' }],
    ['cheaper ones in Larnaca', { ...base, district: 'Larnaca', maxPrice: 100_999 }],
    [
      'with at least 3 bedrooms',
      { district: 'Paphos', bedroomsMin: 3, maxPrice: 200_000, propertyType: 'Apartment' },
    ],
    ['over 300k', { district: 'Paphos', bedrooms: 2, minPrice: 300_000, propertyType: 'Apartment' }],
    ['وبأقل من 150 ألف', { ...base, maxPrice: 150_000 }],
    ['ماذا عن ليماسول؟', { ...base, district: 'Limassol' }],
  ])('%s', async (text, input) => {
    const { calls } = await talk([first, text], usual);
    expect(calls).toEqual([{ name: 'search_properties', input: expect.objectContaining(input) }]);
    expect(Object.keys(calls[0]!.input).sort()).toEqual(Object.keys(input).sort());
  });

  it.each([
    ['My budget is 300k', 'update_requirements'],
    ['Remember that she wants a pool', 'store_insight'],
    ['Any villas to rent in Limassol?', 'search_properties'],
  ])('%s is a request of its own', async (text, name) => {
    const { calls } = await talk([first, text], usual);
    expect(calls.map((call) => call.name)).toEqual([name]);
    expect(calls[0]?.input['maxPrice']).not.toBe(200_000);
  });

  it('takes a place after one that was not known for the same search', async () => {
    const { calls } = await talk(['3 bedroom villas in limasol', 'Limassol'], (name, input) =>
      input['district'] === 'limasol'
        ? {
            success: false,
            errorClass: 'VALIDATION_FAILED',
            error: 'I do not know limasol. Did you mean Limassol?',
          }
        : usual(name, input),
    );
    expect(calls).toEqual([
      { name: 'search_properties', input: { district: 'Limassol', bedrooms: 3, propertyType: 'Villa' } },
    ]);
  });

  it('lists those that come next, and says how to narrow', async () => {
    const { reply } = await talk([first, 'show me more'], usual);
    expect(reply).toMatch(/6\. .*prop-0066[\s\S]*10\. .*prop-0070/);
    expect(reply).not.toContain('prop-0061');
    expect(reply).toContain('I see no more than the first 10');
  });

  it('never proposes a higher price to who wants it cheaper', async () => {
    const { reply } = await talk([first, 'cheaper ones?'], (name, input) =>
      name === 'search_properties' && input['maxPrice'] === 100_999
        ? {
            success: true,
            data: {
              items: [],
              total: 0,
              priceBasis: 'total',
              filters: input,
              assumptions: [],
              suggestions: [
                { filter: 'maxPrice', matches: 12 },
                { filter: 'bedrooms', matches: 3 },
              ],
            },
          }
        : usual(name, input),
    );
    expect(reply).toContain('up to €100,999');
    expect(reply).toContain('Would a different number of bedrooms suit you?');
    expect(reply).not.toContain('price limit');
  });

  it.each([
    ['can I talk to a human', 'task', /cannot put you through/],
    ['could someone from the office phone me?', 'task', /cannot put you through/],
    ['أود التحدث إلى موظف حقيقي', 'task', /لا أستطيع تحويلك/],
  ])('%s is put on the timeline for the office', async (text, type, says) => {
    const { calls, reply } = await talk([first, text], usual);
    expect(calls).toEqual([
      {
        name: 'log_activity',
        input: expect.objectContaining({ type, summary: expect.stringContaining(text) }),
      },
    ]);
    expect(reply).toMatch(says);
  });

  it.each([
    ['the second one please', 'prop-0062'],
    ['Tell me more about prop-0064', 'prop-0064'],
    ['details of number 3', 'prop-0063'],
    ['أخبرني عن الثاني', 'prop-0062'],
  ])('%s is answered from what was found', async (text, id) => {
    const { calls, reply } = await talk([first, text], usual);
    expect(calls).toEqual([]);
    expect(reply).toContain(id);
    expect(reply).toContain('from the sea');
    expect(reply).toMatch(/Area \d/);
  });

  it('says that it cannot look up what was not found', async () => {
    const { calls, reply } = await talk(['Tell me more about prop-0999'], usual);
    expect(calls).toEqual([]);
    expect(reply).toContain('no tool that looks up prop-0999');
  });
});

describe('a bare answer to a question that a reply goes on with', () => {
  /** What the profile knows after a call, so that the reply asks for `missing`. */
  const asksFor =
    (missing: string): typeof usual =>
    (name, input) =>
      name === 'update_requirements'
        ? {
            success: true,
            data: {
              requirements: {
                district: [],
                minPrice: null,
                maxPrice: null,
                bedrooms: null,
                bedroomsMin: null,
                status: 'new',
                notes: null,
              },
              changed: [{ field: 'notes', from: null, to: 'x' }],
              missing: missing === 'timing' ? [] : [missing],
            },
          }
        : usual(name, input);
  const contactId = 'contact-016';
  const en = 'Mark this lead as qualified';
  const ar = 'ميزانيتي القصوى 250 ألف';

  it.each<[string, string, string, Record<string, unknown>]>([
    [en, 'maxPrice', '250k', { maxPrice: 250_000 }],
    [en, 'maxPrice', '250,000 euros', { maxPrice: 250_000 }],
    [en, 'maxPrice', 'around 300 thousand', { maxPrice: 300_000 }],
    [en, 'maxPrice', 'up to 1.2 million please', { maxPrice: 1_200_000 }],
    [en, 'district', 'Larnaca', { district: 'Larnaca' }],
    [en, 'district', 'Paphos or Limassol', { district: 'Paphos, Limassol' }],
    [en, 'district', 'anywhere', { district: 'any' }],
    [en, 'bedrooms', '3', { bedrooms: '3' }],
    [en, 'bedrooms', 'three', { bedrooms: '3' }],
    [en, 'bedrooms', 'two bedrooms', { bedrooms: '2' }],
    [ar, 'maxPrice', '250 ألف', { maxPrice: 250_000 }],
    [ar, 'maxPrice', '٢٥٠ ألف يورو', { maxPrice: 250_000 }],
    [ar, 'district', 'لارنكا', { district: 'Larnaca' }],
    [ar, 'bedrooms', '٣', { bedrooms: '3' }],
    [ar, 'bedrooms', 'ثلاث غرف', { bedrooms: '3' }],
  ])('%s … %s? %s', async (first, missing, text, given) => {
    const { calls } = await talk([first, text], asksFor(missing));
    expect(calls).toEqual([{ name: 'update_requirements', input: { contactId, ...given } }]);
  });

  it.each([
    [en, 'in three months', 'Would move: in three months'],
    [en, 'before September', 'Would move: before September'],
    [ar, 'بعد ثلاثة أشهر', 'موعد الانتقال: بعد ثلاثة أشهر'],
  ])('%s … when? %s', async (first, text, noted) => {
    const { calls } = await talk([first, text], asksFor('timing'));
    expect(calls).toEqual([
      { name: 'store_insight', input: expect.objectContaining({ text: noted, category: 'timeline' }) },
    ]);
  });

  it.each([
    ['Find 2 bedroom villas in Larnaca', 'search_properties'],
    ['Remember that she wants a pool', 'store_insight'],
  ])('%s is a request of its own', async (text, name) => {
    const { calls } = await talk([en, text], asksFor('district'));
    expect(calls.map((call) => call.name)).toEqual([name]);
  });

  it.each([
    ['hello', 'maxPrice'],
    ['250k?', 'district'],
  ])('%s answers nothing', async (text, missing) => {
    const { calls } = await talk([en, text], asksFor(missing));
    expect(calls).toEqual([]);
  });

  const nothing =
    (offered: object): typeof usual =>
    (name, input) =>
      name === 'search_properties'
        ? {
            success: true,
            data: {
              items: [],
              total: 0,
              returned: 0,
              truncated: false,
              currency: 'EUR',
              priceBasis: 'total',
              filters: input,
              assumptions: [],
              suggestions: [],
              ...offered,
            },
          }
        : usual(name, input);

  it.each<[string, string, string, Record<string, unknown>]>([
    [first, 'yes please', 'maxPrice', { district: 'Paphos', bedrooms: 2 }],
    [first, 'ok', 'district', { bedrooms: 2, maxPrice: 200_000 }],
    ['ابحث عن شقق في بافوس بأقل من 200 ألف', 'نعم', 'maxPrice', { district: 'Paphos' }],
  ])('%s … %s to a search without %s', async (asked, text, filter, input) => {
    const { calls } = await talk([asked, text], nothing({ suggestions: [{ filter, matches: 4 }] }));
    expect(calls).toEqual([{ name: 'search_properties', input: expect.objectContaining(input) }]);
    expect(calls[0]?.input).not.toHaveProperty(filter);
  });

  it('to rent instead leaves the price out: a limit for buying is none for a monthly rent', async () => {
    const { calls } = await talk([first, 'Yes'], nothing({ otherDeal: { dealType: 'rent', matches: 4 } }));
    const input = expect.objectContaining({ district: 'Paphos', bedrooms: 2, dealType: 'rent' }) as object;
    expect(calls).toEqual([{ name: 'search_properties', input }]);
    expect(calls[0]?.input).not.toHaveProperty('maxPrice');
  });
});

it('counts rooms as people do', async () => {
  const { calls } = await talk(['we are five and need at least 4 rooms, 450k tops'], usual);
  expect(calls[0]?.input).toMatchObject({ maxPrice: 450_000 });
  expect(JSON.stringify(calls[0]?.input)).toMatch(/"bedrooms(?:Min)?":"?4/);
});

describe('a statement that tells a limit among other things', () => {
  it.each([
    ['Hi, my wife and I are retiring to Cyprus next spring, we have max 320 thousand', 320_000],
    ['we want to spend at most 300k', 300_000],
    ['نحن متقاعدان وعندنا بحدود 300 ألف', 300_000],
  ])('%s', async (text, maxPrice) => {
    const { calls } = await talk([text], usual);
    expect(calls).toEqual([{ name: 'update_requirements', input: expect.objectContaining({ maxPrice }) }]);
  });
});
