import { hasPhrase, normalizedWords, type OfflineMessage } from '#tools';

/** What a message asks for beyond the listings that were named: those that come next, or cheaper ones. */
export type MoreWish = 'next' | 'cheaper';

const CHEAPER = ['cheaper', 'ارخص', 'الارخص'];
const NEXT =
  /^(?:\w+ ){0,4}?(?<!or )(?:more|next|others|other ones|another one)(?! (?:than|bedrooms?))(?: |$)|(?:المزيد|التالي|التاليه|غيرها)/;

export function moreWishOf({ text, normalized }: OfflineMessage): MoreWish | undefined {
  if (hasPhrase(normalizedWords(text), CHEAPER) && !/cheaper than|ارخص من/.test(normalized)) return 'cheaper';
  return NEXT.test(normalized) ? 'next' : undefined;
}
