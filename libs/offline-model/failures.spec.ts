import type { ToolResult, ValueExpectation } from '#contracts';
import { talk, usual } from './testing/talk.ts';

const invalid = (error: string, data: Record<string, unknown>): ToolResult => ({
  success: false,
  errorClass: 'VALIDATION_FAILED',
  error,
  data,
});
/** As a schema refuses arguments; what a person is told does not come from its words. */
const schemaError = (name: string, expects: ValueExpectation | null) =>
  invalid(`Refused: ${name}.`, { fields: [{ name, problem: 'for who calls', expects }] });

describe('what could not be done is told to a person', () => {
  it.each([
    [
      '12 bedrooms in Paphos',
      schemaError('bedrooms', { bound: 'at most', limit: 10 }),
      'I cannot take 12 for the number of bedrooms: 10 is the most.',
    ],
    [
      '11 bedrooms in Paphos',
      schemaError('bedrooms', { says: 'as many as the house has' }),
      'I cannot take 11 for the number of bedrooms: as many as the house has.',
    ],
    [
      'flats in Paphos under 200k',
      schemaError('maxPrice', { bound: 'more than', limit: 0 }),
      'I cannot take 200000 for the highest price: it must be more than 0.',
    ],
    [
      'flats in Paphos',
      schemaError('propertyType', { oneOf: ['Apartment', 'Villa'] }),
      'I cannot take Apartment for the type of property: expected one of Apartment, Villa.',
    ],
    [
      'شقق في بافوس بعشر غرف نوم',
      schemaError('bedrooms', { bound: 'at most', limit: 9 }),
      'لا أستطيع قبول 10 في عدد غرف النوم: الحد الأقصى 9.',
    ],
    [
      'flats in Paphos',
      schemaError('whatever', null),
      'I did not understand one detail: whatever. Could you put it another way?',
    ],
  ])('%s', async (text, failure, expected) => {
    const { reply } = await talk([text], () => failure);
    expect(reply).toContain(expected);
    expect(reply).not.toMatch(/arguments of|expected (?:number|string)|did not work/);
  });

  it('names the nearest places once', async () => {
    const failure = invalid('I do not know Limasol. Did you mean Limassol, Zakaki or Tala?', {
      fields: [{ name: 'district', problem: 'unknown place "Limasol"' }],
      suggestions: ['Limassol', 'Zakaki', 'Tala'],
    });
    const english = await talk(['flats in Limasol'], () => failure);
    expect(english.reply).toMatch(/^I do not know Limasol\. Did you mean Limassol, Zakaki or Tala\?\n/);
    const arabic = await talk(['شقق في ليماسوول'], () => failure);
    expect(arabic.reply).toMatch(/^لا أعرف «ليماسوول»\. البدائل الممكنة: Limassol/);
  });

  it.each<[NonNullable<ToolResult['errorClass']>, RegExp]>([
    ['VALIDATION_FAILED', /صياغته/],
    ['NOT_FOUND', /لم أجد/],
    ['FORBIDDEN', /ليس مسموحا/],
    ['CONFLICT', /يتعارض/],
    ['PRECONDITION_FAILED', /ينقص/],
    ['LIMIT_EXCEEDED', /مسموح به/],
    ['UPSTREAM_REJECTED', /لم تقبل/],
    ['INTERNAL', /خلل/],
    ['TIMEOUT', /لا يمكن الوصول/],
  ])('%s is told in Arabic to who writes Arabic, without the words of the tool', async (errorClass, told) => {
    const failure = {
      success: false as const,
      errorClass,
      error: 'The year is not a number of this table.',
      data: { fields: [{ name: 'tableName', problem: 'bad' }], missing: ['tableName'] },
    };
    const { reply } = await talk(['مرحبا', 'شقق في بافوس'], () => failure);
    expect(reply).toMatch(told);
    expect(reply).not.toMatch(/table|year|number/i);
  });

  it('and so is what may have been done, and a detail that nobody knows by its name', async () => {
    const lost = { success: false as const, errorClass: 'TIMEOUT' as const, error: 'It took too long.' };
    const unsure = await talk(['شقق في بافوس'], () => ({ ...lost, data: { outcome: 'unknown' } }));
    expect(unsure.reply).toContain('لا أعرف هل تم ذلك');
    const unnamed = await talk(['مرحبا', 'شقق في بافوس'], () =>
      schemaError('sortKey', { oneOf: ['price', 'age'] }),
    );
    expect(unnamed.reply).toMatch(/صياغته/);
    expect(unnamed.reply).not.toMatch(/[a-z]{3}/i);
  });

  it('words of a tool in Arabic stay as they are', async () => {
    const { reply } = await talk(['شقق في بافوس'], () => invalid('هذه المنطقة مغلقة.', {}));
    expect(reply).toContain('هذه المنطقة مغلقة.');
  });

  it.each(['Tell me more about prop-0064', 'My budget has changed', 'Mark this lead'])(
    'saves nothing for %j, which names nothing to save',
    async (text) => {
      const { calls } = await talk([text], usual);
      expect(calls.map(({ name }) => name)).not.toContain('update_requirements');
    },
  );
});

describe('places that the gazetteer does not know', () => {
  it.each([
    ['apartments in London under 200k', 'London'],
    ['apartments in london', 'london'],
    ['castle in Atlantis', 'Atlantis'],
    ['flats in limasol', 'limasol'],
    ['villas near New York for sale', 'New York'],
    ['Find flats around Lymassol please', 'Lymassol'],
    ['limasol flats under 300k', 'limasol'],
    ['شقق في لندن', 'لندن'],
  ])('%s', async (text, district) => {
    const { calls } = await talk([text], usual);
    expect(calls).toMatchObject([{ name: 'search_properties', input: { district } }]);
  });

  it.each([
    'Find flats near the sea',
    'flats near a beach',
    'flats in summer',
    'flats to rent in September',
    'Find villas at Christmas',
    'apartments in total under 200k',
    'apartments in Cyprus',
    'apartments in good condition',
    'Find flats in Euro 200k',
    'flats in walking distance of the beach',
    'apartments under 200k',
    'شقق في حدود 200 ألف',
    'شقق في الطابق الأرضي',
    'شقق في قبرص',
    'شقة في عمارة جديدة',
    'Any villas in at least good shape?',
  ])('%s names none', async (text) => {
    const { calls } = await talk([text], usual);
    expect(calls.find(({ name }) => name === 'search_properties')?.input['district']).toBeUndefined();
  });
});
