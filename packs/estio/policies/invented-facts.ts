import type { PolicySituation, ReplyPolicy } from '#pack-kit';
import { amountsIn, namesIn, numbersIn } from './known-facts.ts';

/** A price in a reply may differ from the listing's price by this share, because of rounding. */
const ROUNDED_BY = 0.005;

/** The first price that no source has. Prices are on the line that names the listing. */
function unknownPrice(reply: string, known: string): number | undefined {
  const priced = reply.split('\n').filter((line) => namesIn(line).some((name) => /^(?:prop|cy)-/.test(name)));
  if (priced.length === 0) return undefined;
  const numbers = new Set(numbersIn(known));
  const isKnown = (amount: number) =>
    [...numbers].some((number) => Math.abs(number - amount) <= amount * ROUNDED_BY);
  // Other amounts of the line may be derived from the price, such as its distance to a budget.
  return priced
    .map((line) => amountsIn(line).flat())
    .find((amounts) => amounts.length > 0 && !amounts.some(isKnown))?.[0];
}

/** Listings, prices and documents in a reply must come from the result of a tool. */
export const inventedFacts: ReplyPolicy = {
  name: 'inventedFacts',
  agents: ['searcher', 'coordinator', 'negotiator', 'closer'],
  standing: () => 'applied',
  problem: (reply, situation) => {
    const named = namesIn(reply);
    if (named.length === 0) return undefined;
    const known = situation.shown();
    const knownNames = new Set(namesIn(known));
    const invented = named.filter((name) => !knownNames.has(name));
    if (invented.length > 0) return `no tool result contains ${invented.join(', ')}`;
    const price = unknownPrice(reply, known);
    return price === undefined ? undefined : `no tool result contains the price ${price}`;
  },
  rewrite:
    'Name only listings, prices, deals and documents that appear in tool results or in the conversation.',
  safeReply,
};

function safeReply({ language }: PolicySituation): string {
  return language === 'ar'
    ? 'لا أستطيع تأكيد ذلك من سجلاتنا. ماذا تريد أن أبحث عنه: المنطقة والسعر وعدد الغرف، أو رقم العقار؟'
    : 'I cannot confirm that from our records. What shall I look up: a place with a price and a number of bedrooms, or the number of a listing?';
}
