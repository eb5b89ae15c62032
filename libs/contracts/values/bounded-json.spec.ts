import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { boundedJson } from './bounded-json.ts';
import { settleEffect } from '../tools/effects.ts';
import { acceptMessage } from '../conversations/messages.ts';

const inArrays = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
const inObjects = (depth: number) => JSON.parse('{"a":'.repeat(depth) + '7' + '}'.repeat(depth)) as unknown;

describe('JSON of any shape', () => {
  it('is accepted unchanged', () => {
    forAll(100, fc.jsonValue({ maxDepth: 5 }), (value) => expect(boundedJson.parse(value)).toBe(value));
  });

  it.each([inArrays, inObjects])('is nested at most 32 levels deep (%p)', (nested) => {
    expect(boundedJson.safeParse(nested(32)).success).toBe(true);
    for (const depth of [33, 10_000, 100_000])
      expect(boundedJson.safeParse(nested(depth)).error?.issues).toMatchObject([
        { message: 'expected JSON that is nested at most 32 levels deep' },
      ]);
  });

  it('names the place in metadata and in the result of an effect', () => {
    const message = { contact: 'ann', channel: 'chat', text: 'Hello', metadata: { a: inArrays(10_000) } };
    expect(acceptMessage.safeParse(message).error?.issues).toMatchObject([{ path: ['metadata', 'a'] }]);
    const settlement = { outcome: 'done', why: 'Seen.', result: inArrays(10_000) };
    expect(settleEffect.safeParse(settlement).error?.issues).toMatchObject([{ path: ['result'] }]);
  });

  it.each(['1e999', '-1e999', '{"a":[{"b":1e400}]}'])('refuses %s, which would be stored as null', (text) => {
    const metadata = { a: JSON.parse(text) as unknown };
    const message = { contact: 'ann', channel: 'chat', text: 'Hello', metadata };
    expect(acceptMessage.safeParse(message).error?.issues).toMatchObject([
      { path: ['metadata', 'a'], message: expect.stringContaining('1.8e308') },
    ]);
    expect(acceptMessage.safeParse({ ...message, metadata: { a: [1e308, -0, 1] } }).success).toBe(true);
  });
});
