import { normalizedWords, type OfflineMessage } from '#tools';
import { namesHome } from './requests.ts';

const NEXT =
  /^(?:\w+ ){0,4}?(?<!or )(?:more|next|others|other ones|another one|else)(?! (?:than|bedrooms?|affordable|reasonable))(?: |$)|(?:المزيد|التالي|التاليه|غيرها|غير ذلك|ماذا ايضا)/;

/** Whether a message asks for the listings that come behind those that were named; another place or kind is a new list. */
export function wantsNext({ normalized, text }: OfflineMessage): boolean {
  return NEXT.test(normalized) && !namesHome(normalizedWords(text));
}
