import type { Fill, OfflineMessage } from '#pack-kit';
import { normalizeText } from '#text';
import { platformHints } from './platform-hints.ts';

const message = (text: string): OfflineMessage => ({ text, normalized: normalizeText(text), language: 'en' });
const say = (tool: string, language: 'en' | 'ar', data: unknown, input: unknown = {}) =>
  platformHints[tool]?.reply[language]?.(data as never, input as never);
const applies = (tool: string, text: string) => platformHints[tool]?.applies?.(message(text));

describe('the hints of the tools of memory', () => {
  it('call the one for statements, the other for questions', () => {
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

  it('word what is remembered, in both languages', () => {
    const found = {
      insights: [
        { text: 'she enjoys a view of the sea', category: 'preference', ageDays: 0, similarity: 0.9 },
      ],
      count: 1,
    };
    const none = { insights: [], count: 0 };
    expect(say('retrieve_context', 'en', found)).toContain(
      'she enjoys a view of the sea (preference, today)',
    );
    expect(say('retrieve_context', 'en', none)).toBe('Nothing is noted about that yet.');
    expect(say('retrieve_context', 'ar', none)).toBe('لا توجد ملاحظات مسجلة عن ذلك حتى الآن.');
  });

  it('answer an objection with a question', () => {
    const stored = { deduplicated: false, category: 'objection', supersededIds: [] };
    expect(say('store_insight', 'en', stored, { text: 'It is too expensive' })).toMatch(
      /“It is too expensive”.*\?$/,
    );
    expect(say('store_insight', 'ar', stored, { text: 'السعر غالي' })).toMatch(/السعر غالي.*؟$/);
  });
});
