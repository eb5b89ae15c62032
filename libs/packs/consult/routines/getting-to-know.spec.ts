import { getToKnow } from './getting-to-know.ts';

const answer = (text: string, language: string) =>
  (
    getToKnow({
      agent: 'discovery',
      message: { text, normalized: text, language },
      nothingFits: true,
      material: {},
      replied: [],
    } as never) as { reply: string }
  ).reply;

describe('what a visitor tells without asking for anything', () => {
  it.each([
    ['mara@lund.example', 'en', 'I have noted your e-mail address: mara@lund.example'],
    ['بريدي mara@lund.example', 'ar', 'سجلت بريدك الإلكتروني: mara@lund.example'],
    ['Our website is lund.example', 'en', 'your website: lund.example'],
  ])('%s is noted', (text, language, noted) => {
    expect(answer(text, language)).toContain(noted);
    expect(answer(text, language)).not.toContain('not sure');
  });
});
