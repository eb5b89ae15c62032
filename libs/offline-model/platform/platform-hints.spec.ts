import type { Fill, OfflineMessage } from '#pack-kit';
import { normalizeText } from '#text';
import { platformHints } from './platform-hints.ts';

const message = (text: string): OfflineMessage => ({ text, normalized: normalizeText(text), language: 'en' });
const applies = (tool: string, text: string) => platformHints[tool]?.applies?.(message(text));

describe('the hints of the tools of memory', () => {
  it('select one tool for statements and the other for questions', () => {
    for (const text of ['Which views does the client enjoy?', 'Remind me why he turned down the last flat']) {
      expect([text, applies('retrieve_context', text)]).toEqual([text, true]);
      expect([text, applies('store_insight', text)]).toEqual([text, false]);
    }
    for (const text of ['Remember that she has a view of the sea', 'It is too expensive for us honestly'])
      expect([text, applies('store_insight', text)]).toEqual([text, true]);
    for (const text of ['Which market is cheaper?', 'Remind me on Thursday to call her'])
      expect([text, applies('retrieve_context', text)]).toEqual([text, false]);
  });

  it('read importance, source and category', () => {
    const read = (parameter: string, text: string) =>
      (platformHints.store_insight!.fill[parameter] as Extract<Fill, { from: 'rule' }>).read(message(text));
    expect(read('importance', 'Note that he must have a garden')).toBe(9);
    expect(read('importance', 'A minor thing')).toBe(3);
    expect(read('importance', 'Note that he likes gardens')).toBeUndefined();
    expect(read('source', 'Note that he likes gardens')).toBe('user_noted');
    expect(read('source', 'It is too expensive')).toBeUndefined();
    expect(read('category', 'It is too expensive')).toBe('objection');
  });
});
