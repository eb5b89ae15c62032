import type { PolicySituation, ReplyPolicy } from '#pack-kit';
import { amountsIn, knownText, namesIn, numbersIn } from './known-facts.ts';

/** An amount said of a listing may be rounded by this share. */
const ROUNDED_BY = 0.005;

/** Prices stand in the line that names the listing. */
function unknownPrice(reply: string, known: string): number | undefined {
  const priced = reply.split('\n').filter((line) => namesIn(line).some((name) => /^(?:prop|cy)-/.test(name)));
  if (priced.length === 0) return undefined;
  const numbers = new Set(numbersIn(known));
  const isKnown = (amount: number) =>
    [...numbers].some((number) => Math.abs(number - amount) <= amount * ROUNDED_BY);
  // What the line says besides the price, such as how far it lies under a budget, may be worked out from it.
  return priced
    .map((line) => amountsIn(line))
    .find((amounts) => amounts.length > 0 && !amounts.some(isKnown))?.[0];
}

/** Listings, their prices and documents come from tools: what no tool has told is not known. */
export const factsFromTools: ReplyPolicy = {
  name: 'factsFromTools',
  agents: ['searcher', 'coordinator', 'negotiator', 'closer'],
  standing: () => 'applied',
  problem: (reply, situation) => {
    const named = namesIn(reply);
    if (named.length === 0) return undefined;
    const known = knownText(situation);
    const told = new Set(namesIn(known));
    const invented = named.filter((name) => !told.has(name));
    if (invented.length > 0) return `no tool has told of ${invented.join(', ')}`;
    const price = unknownPrice(reply, known);
    return price === undefined ? undefined : `no tool has told of the price ${price}`;
  },
  rewrite:
    'Name only listings, prices, deals and documents that stand in the results of tools or in the conversation.',
  safeReply,
};

function safeReply({ language }: PolicySituation): string {
  return language === 'ar'
    ? 'لا أستطيع تأكيد ذلك من سجلاتنا. ماذا تريد أن أبحث عنه: المنطقة والسعر وعدد الغرف، أو رقم العقار؟'
    : 'I cannot confirm that from our records. What shall I look up: a place with a price and a number of bedrooms, or the number of a listing?';
}
