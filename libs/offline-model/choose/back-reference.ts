import { normalizeText } from '#text';
import type { ReadMessage } from '../conversation/message.ts';

/** Words that refer to the last request. */
const BACK_REFERENCES =
  /^(?:(?:and|now|ok|okay|then|please|do) )*(?:the same(?: again)?(?: (?:for|in|with|on))?|again)(?= |$)|^(?:and|also)(?: (?:for|in|at|with|on))?(?= )|^(?:and )?(?:what|how) about(?= )|^و?(?:الان )?(?:نفس الشي|نفس الامر|كرر)(?: (?:ل|في))?(?= |$)|^(?:و?ايضا|كذلك)(?: (?:ل|في))?(?= |$)|^و?(?:ماذا عن)(?= )|^و(?:في )?(?=\S)/;
/** References that can be a whole message, such as "again". All others need further words. */
const ALONE = /(?:same|again|نفس الشي|نفس الامر|كرر)/;

/** The words with which a message refers to the last request; undefined for an independent message. */
export function backReferenceOf({ text }: ReadMessage): { phrase: string; alone: boolean } | undefined {
  const found = BACK_REFERENCES.exec(normalizeText(text))?.[0];
  return found === undefined ? undefined : { phrase: found, alone: ALONE.test(found) };
}
