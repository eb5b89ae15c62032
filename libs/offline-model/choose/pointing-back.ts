import { normalizeText } from '#text';
import type { ReadMessage } from '../conversation/message.ts';

/** Words that point back to the last request and name nothing themselves. */
const POINTERS =
  /^(?:(?:and|now|ok|okay|then|please|do) )*(?:the same(?: again)?(?: (?:for|in|with|on))?|again)(?= |$)|^(?:and|also)(?: (?:for|in|at|with|on))?(?= )|^(?:and )?(?:what|how) about(?= )|^و?(?:الان )?(?:نفس الشي|نفس الامر|كرر)(?: (?:ل|في))?(?= |$)|^(?:و?ايضا|كذلك)(?: (?:ل|في))?(?= |$)|^و?(?:ماذا عن)(?= )|^و(?:في )?(?=\S)/;
/** Pointers that are a whole message: "again". All others need words behind them. */
const ALONE = /(?:same|again|نفس الشي|نفس الامر|كرر)/;

/** The words with which a message points back; undefined for a message that stands for itself. */
export function pointerOf({ text }: ReadMessage): { phrase: string; alone: boolean } | undefined {
  const found = POINTERS.exec(normalizeText(text))?.[0];
  return found === undefined ? undefined : { phrase: found, alone: ALONE.test(found) };
}
