import { normalizeText } from '#text';
import { type ReplyPolicy } from '#pack-kit';
import { amountsIn } from './known-facts.ts';

const PARTY = String.raw`(?:seller|owner|landlord|vendor|buyer|tenant|purchaser|other (?:side|party)|they|he|she)`;
const LIMITS = [
  new RegExp(
    String.raw`\b${PARTY}(?: \w+){0,3} (?:would|will|can|could|might|is (?:ready|willing|prepared) to|are (?:ready|willing|prepared) to)(?: \w+){0,2} (?:accept|take|agree to|settle for|go|pay|offer|stretch|drop|come down)\b`,
  ),
  new RegExp(
    String.raw`\b(?:${PARTY}(?: s)?|their|his|her) (?:\w+ )?(?:limit|maximum|minimum|max|ceiling|budget|bottom line|lowest(?: price)?|highest(?: price)?|walk away(?: price)?|reserve(?: price)?)\b`,
  ),
  /(?:البايع|المالك|المشتري|المستاجر|الطرف الاخر)(?: \S+){0,3} (?:يقبل|سيقبل|يوافق|يدفع|سيدفع|مستعد)|(?:حد|ميزانيه|سقف) (?:البايع|المالك|المشتري|المستاجر)/,
];

/** A reply to a party of a deal does not contain the other side's limit; a reply to staff may. */
export const partyLimits: ReplyPolicy = {
  name: 'partyLimits',
  agents: ['negotiator'],
  standing: ({ caller }) => (caller === 'contact' ? 'applied' : 'not_triggered'),
  problem: (reply, { text }) => {
    const own = new Set(amountsIn(text).flat());
    const telling = reply
      .split(/(?<=[.!?؟\n])(?!\d)/)
      .filter((sentence) =>
        amountsIn(sentence).some((readings) => !readings.some((amount) => own.has(amount))),
      )
      .map((sentence) => normalizeText(sentence));
    return telling.some((sentence) => LIMITS.some((limit) => limit.test(sentence)))
      ? 'it tells how far the other side would go'
      : undefined;
  },
  rewrite:
    'Name no limit of the other side. Propose a next step with a figure that rests on the list price or the market.',
  safeReply: ({ language }) =>
    language === 'ar'
      ? 'لا أستطيع الإفصاح عن حدود الطرف الآخر. ما المبلغ الذي تريد عرضه؟'
      : 'I cannot tell you how far the other side would go. Which figure would you like to offer?',
};
