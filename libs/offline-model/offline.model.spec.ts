import { answer, exchange } from './testing/office.fixture.ts';
import cases from './offline.model.cases.json' with { type: 'json' };

const SETTINGS = /GOOGLE_API_KEY/;

describe('the offline model', () => {
  it.each(cases.read as [string, string, object][])(
    'reads the whole message: %s',
    async (text, tool, given) => {
      expect((await answer(text)).calls).toEqual([[tool, given]]);
    },
  );

  it.each(cases.unread)('makes no call for a message that it cannot read completely: %s', async (text) => {
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
