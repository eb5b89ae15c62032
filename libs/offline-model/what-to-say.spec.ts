import { talk, usual } from './testing/talk.ts';

describe('what is proposed to whom', () => {
  it.each(['hi', 'The moon is rather large tonight', 'مرحبا', 'القمر كبير الليلة'])(
    'proposes to a contact after %j nothing that staff would say',
    async (text) => {
      const { reply } = await talk([text], usual);
      expect(reply).toMatch(/[“«]/);
      expect(reply).not.toMatch(/\b(?:she|her|he|his|lead|buyer|client|Nicosia)\b|العميل|know about/i);
    },
  );

  it('proposes to staff what is about a contact', async () => {
    const { reply } = await talk(['The moon is rather large tonight'], usual, { userId: 'agent-01' });
    expect(reply).toMatch(/“We want a villa in Coral Bay”/);
  });
});

describe('other languages', () => {
  it.each(['Привет, ищу квартиру', 'Bonjour, je cherche une maison', 'Hola', 'Guten Tag, ich suche etwas'])(
    'says once to %j what is understood',
    async (text) => {
      expect((await talk([text], usual)).reply).toContain('only English and Arabic');
      expect((await talk([text, text], usual)).reply).not.toContain('only English and Arabic');
    },
  );

  it.each(['hi', 'Find a casa in Paphos', 'Villa in Paphos', 'شقق في بافوس'])('not to %j', async (text) => {
    expect((await talk([text], usual)).reply).not.toContain('only English and Arabic');
  });

  it('tells what it found all the same', async () => {
    const { reply } = await talk(['Ich suche eine Villa in Paphos'], usual);
    expect(reply).toMatch(/only English and Arabic[\s\S]*prop-0061/);
  });
});

describe('a question about oneself', () => {
  it('is answered from what the conversation saved where memory knows nothing', async () => {
    const { reply } = await talk(['My budget is 300k', 'What do you know about me?'], usual);
    expect(reply).toMatch(/Nothing is noted[^]*From earlier in this conversation: .*€300,000/);
  });

  it('stays as it is where nothing was saved', async () => {
    const { reply } = await talk(['What do you know about me?'], usual);
    expect(reply).not.toContain('earlier in this conversation');
  });
});
