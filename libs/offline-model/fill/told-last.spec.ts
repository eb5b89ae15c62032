import { toldLast } from './told-last.ts';

const exchange = (text: string, reply = '', given?: Record<string, unknown>) => ({
  text,
  reply,
  calls: given ? [{ call: { id: 'c', name: 'look', arguments: given } }] : [],
});

describe('what the conversation spoke of last', () => {
  it.each<[string, ReturnType<typeof exchange>[], string | undefined]>([
    ['is what the person named', [exchange('is prop-1 free?', 'It is like prop-2.')], 'prop-1'],
    ['else what a tool was handed', [exchange('the second one', 'Times …', { id: 'prop-2' })], 'prop-2'],
    ['else what was told alone', [exchange('the cheapest?', 'A flat (prop-3).')], 'prop-3'],
    [
      'stays while nothing else is named',
      [exchange('prop-1?'), exchange('thanks', 'You are welcome!')],
      'prop-1',
    ],
    [
      'is unknown where the last are several',
      [exchange('prop-1?'), exchange('others?', 'prop-4, prop-5')],
      undefined,
    ],
    [
      'is nothing that a reply gave as an example',
      [exchange('the payment?', 'Name a price, or a property such as prop-0043. Say for example “prop-5”.')],
      undefined,
    ],
    ['is nothing in a conversation without any', [exchange('hello', 'Hello!')], undefined],
  ])('%s', (_, before, id) => {
    expect(toldLast(before, 'prop')).toBe(id);
  });
});
