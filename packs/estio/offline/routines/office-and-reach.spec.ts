import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

describe('what is asked of the office', () => {
  it.each(['where is your office?', 'وين المكتب؟', 'do you have an office in Limassol?', 'أين يقع مكتبكم؟'])(
    '%s: the address is on no record',
    (text) => expect(reply(stepFor(text))).toMatch(/do not know the address|لا أعرف عنوان المكتب/),
  );
  it.each([
    'what are your opening hours?',
    'are you open on Sunday?',
    'متى تفتحون؟',
    'what time do you close?',
  ])('%s', (text) =>
    expect(reply(stepFor(text))).toMatch(/Monday to Friday 9:00 to 18:00|من الاثنين إلى الجمعة/),
  );
  it.each(["what's your phone number", 'how can I reach you?', 'كيف أتواصل معكم؟'])('%s', (text) =>
    expect(reply(stepFor(text))).toMatch(/do not know the phone number|لا أعرف رقم هاتف/),
  );
  it.each([
    'كم العمولة؟',
    'what is your commission?',
    'what is the commission',
    'do you charge a fee?',
    'how much do you charge?',
    'what are the agency fees',
    'كم تأخذون؟',
    'كم أتعابكم',
    'ما هي رسوم المكتب؟',
  ])('%s: the office tells', (text) =>
    expect(reply(stepFor(text))).toMatch(
      /do not know what the office charges.*person|لا أعرف ما يتقاضاه المكتب.*شخص/,
    ),
  );
  it.each([
    'how much does it cost?',
    'draft a contract with 3% commission',
    'commission on deal-002',
    'how much do I have to pay monthly?',
    'flats with a service fee under 100',
    'what percentage down payment?',
    'ساعي البريد',
  ])('%s is of no fees of the office', (text) =>
    expect(reply(stepFor(text)) ?? '').not.toMatch(/office charges|يتقاضاه/),
  );
  it.each([
    'where are your homes?',
    'where is the flat?',
    'any flats near an office?',
    'when are you free to show me the flat?',
    'is the first one open plan?',
  ])('%s asks something else', (text) =>
    expect(reply(stepFor(text)) ?? '').not.toMatch(/of the office|office is open/),
  );
});

describe('how somebody can be reached', () => {
  const offered = ['log_activity', 'tool_search'];
  const filled = () => ({ contactId: 'contact-030' });

  it.each<[string, string]>([
    ['my mail is x@y.org', 'x@y.org'],
    ['anna@example.com', 'anna@example.com'],
    ['you can reach me at 99123456', '99123456'],
    ['بريدي anna@example.com', 'anna@example.com'],
    ['my phone is +357 99 123456', '+357 99 123456'],
  ])('%s is kept for the office', (text, told) => {
    const [call] = callsOf(stepFor(text, { offered, filled }));
    expect(call?.tool).toBe('log_activity');
    expect(call?.arguments['summary']).toContain(told);
    const calls = [made('log_activity', call?.arguments ?? {})];
    expect(reply(stepFor(text, { offered, filled, calls }))).toContain(told);
  });
  it.each<[string, string[]]>([
    ['My name is John Smith, phone 99123456', ['John Smith', '99123456']],
    ["I'm John Smith, john@smith.com", ['John Smith', 'john@smith.com']],
    ['im john smith, john@smith.com', ['john smith', 'john@smith.com']],
    ['this is Anna Maria Costa and my number is +357 99 123 456', ['Anna Maria Costa', '+357 99 123 456']],
    ['Hi, my name is John Smith', ['John Smith']],
    ['John Smith, 99 123456, john@smith.com', ['John Smith', '99 123456', 'john@smith.com']],
    ['my name is Eleni and you can reach me at 99123456', ['Eleni', '99123456']],
    ['phone: 99123456', ['99123456']],
    ['99123456', ['99123456']],
    ['اسمي جون سميث ورقمي 99123456', ['جون سميث', '99123456']],
    ['أنا سارة الخطيب، هاتفي 99123456', ['سارة الخطيب', '99123456']],
    ['مرحبا، اسمي وليد حداد', ['وليد حداد']],
    ['اسمي ليلى، بريدي layla@example.com ورقمي ٩٩١٢٣٤٥٦', ['ليلى', 'layla@example.com', '٩٩١٢٣٤٥٦']],
  ])('%s: name and ways are kept and confirmed', (text, told) => {
    const [call] = callsOf(stepFor(text, { offered, filled }));
    const calls = [made('log_activity', call?.arguments ?? {})];
    const said = reply(stepFor(text, { offered, filled, calls })) ?? '';
    for (const part of told) {
      expect(call?.arguments['summary']).toContain(part);
      expect(said).toContain(part);
    }
  });
  it('is not claimed to be kept without a record', () =>
    expect(reply(stepFor('my mail is x@y.org', { offered }))).toMatch(/cannot keep x@y\.org/));
  it.each([
    'did you send it to anna@example.com?',
    'draft a mail to anna@example.com about the flats',
    'my budget is 250000',
    'remind me to call 99123456',
    "I'm looking for a flat at 250000",
    'my name is John and I am looking for a villa in Paphos',
    'the name of the street is Makariou',
    'this is too expensive',
    'أنا أبحث عن شقة',
    '350000000',
  ])('%s tells nothing of that', (text) =>
    expect(callsOf(stepFor(text, { offered, filled })).map(({ tool }) => tool)).not.toContain('log_activity'),
  );
});

describe('a loan whose price was told before', () => {
  const offered = ['calculate_mortgage', 'tool_search'];
  const asked = {
    tool: 'calculate_mortgage',
    arguments: { termYears: 20 },
    result: {
      success: false,
      error: 'Name a price or a property.',
      errorClass: 'VALIDATION_FAILED' as const,
    },
  };
  const noted = made('update_requirements', { maxPrice: 250_000 });

  it('is computed for the limit that was named last', () => {
    const step = stepFor('what would the mortgage be?', { offered, earlier: [noted], calls: [asked] });
    expect(callsOf(step)).toEqual([
      { tool: 'calculate_mortgage', arguments: { termYears: 20, price: 250_000 } },
    ]);
  });
  it('and not for a monthly rent', () =>
    expect(
      callsOf(
        stepFor('what would the mortgage be?', {
          offered,
          earlier: [made('search_properties', { maxPrice: 900 })],
          calls: [asked],
        }),
      ),
    ).toEqual([]));
  it('comes to the terms of the question', () => {
    const filled = () => ({ price: 300_000 });
    const step = stepFor('about 300k I think', { offered, earlier: [asked], filled });
    expect(callsOf(step)[0]?.arguments).toEqual({ termYears: 20, price: 300_000 });
  });
  it('takes other terms', () => {
    const earlier = [made('calculate_mortgage', { price: 300_000, termYears: 20 })];
    const step = stepFor('at 4%', { offered, earlier, filled: () => ({ annualRatePct: 4 }) });
    expect(callsOf(step)[0]?.arguments).toEqual({ price: 300_000, termYears: 20, annualRatePct: 4 });
  });
  it.each(['and in Limassol under 200k', 'flats under 250k'])('%s is a search', (text) =>
    expect(
      callsOf(stepFor(text, { offered, earlier: [asked], filled: () => ({ price: 200_000 }) })).map(
        ({ tool }) => tool,
      ),
    ).not.toContain('calculate_mortgage'),
  );
});
