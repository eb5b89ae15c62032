import { normalizeText } from '#text';
import { declining } from './declined.ts';

const declinesMemo = declining('memos?|مذكره');

it.each([
  ["please don't write a memo, just tell me what it costs", true],
  ['no memo please', true],
  ['I do not need another memo', true],
  ['لا أريد مذكرة، أريد ملخصا فقط', true],
  ['لا تكتب لي مذكرة', true],
  ['بدون مذكرة', true],
  ['write a memo for my CFO', false],
  ["I don't know how to write a memo", false],
  ["why don't you write a memo for my boss", false],
  ['My CFO says there is no budget, write a memo', false],
  ['أريد مذكرة لمديري المالي', false],
])('%s: %s', (text, declined) => expect(declinesMemo(normalizeText(text))).toBe(declined));
