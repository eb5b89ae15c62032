import { sentencesOf } from './sentences.ts';

const said = (text: string, role: 'user' | 'assistant' = 'user') => ({ role, text });

describe('sentences of a conversation', () => {
  it('do not end at a point inside a number or a name', () =>
    expect(sentencesOf([said('It equals 0.8 months, see example.com for more. Shall we start?')])).toEqual([
      'It equals 0.8 months, see example.com for more.',
      'Shall we start?',
    ]));

  it('are listed once each, without list markers, and keep their figures', () =>
    expect(
      sentencesOf([said('- 10 people copy data\n- 10 people copy data\n1. 40 people work here')]),
    ).toEqual(['10 people copy data', '40 people work here']));

  it('do not come from earlier generated documents', () =>
    expect(
      sentencesOf([
        said('## Next step\n- Book a call', 'assistant'),
        said('I will ask my boss', 'assistant'),
      ]),
    ).toEqual(['I will ask my boss']));
});
