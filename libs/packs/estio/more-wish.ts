import type { OfflineMessage } from '#tools';

const NEXT =
  /^(?:\w+ ){0,4}?(?<!or )(?:more|next|others|other ones|another one)(?! (?:than|bedrooms?|affordable|reasonable))(?: |$)|(?:المزيد|التالي|التاليه|غيرها)/;

/** Whether a message asks for the listings that come behind those that were named. */
export function wantsNext({ normalized }: OfflineMessage): boolean {
  return NEXT.test(normalized);
}
