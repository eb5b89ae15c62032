import type { OfflineRoutine } from '#pack-kit';
import { PRICES, type Prices } from '../agents/material.ts';
import { offeredCall } from './offered-call.ts';
import { namedPrices } from './prices.ts';

const LESS = String.raw`(?:discounts?|rebates?|price reductions?|cheaper|(?:special|better|lower|reduced|group|volume) (?:prices?|rates?|deals?|offers?)|lower (?:your|the) (?:prices?|fees?)|(?:something|anything|any money|\d+ (?:percent)?) ?off|negotiable|negotiate)`;
/** Asked whether it may be had for less. That it is too dear is held against it, and is an objection. */
const ASKS_LESS = new RegExp(
  String.raw`^(?:(?:and|so|but|ok|okay|well|hi|hello|please) )*(?:(?:is|are|would|will) (?:there|it|this|that|the|your|prices?|we)|(?:do|can|could|would|will|may|might) (?:you|we|i|it|this|that|the)|any|what|how|which|if)\b.*\b${LESS}\b|^(?:any )?discounts?$|\b(?:would|could|can|will|do) (?:you|we|i|it)\b.*\b${LESS}\b|(?<!\p{L})(?:هل|في|فيه|ممكن|يوجد|توجد|عندكم|لديكم|كم|اي|ما|تقدمون|تعطون)(?: \p{L}+){0,5} (?:ال)?(?:خصم\p{L}*|خصومات|تخفيض\p{L}*|ارخص|سعر (?:خاص|افضل|اقل))(?!\p{L})|(?<!\p{L})(?:السعر|الاسعار) (?:قابل\p{L}* )?للتفاوض`,
  'u',
);
/** Of the visitor's own trade. */
const OF_THEIR_TRADE =
  /\b(?:our|their|the) (?:\p{L}+ )?(?:customers?|clients?|buyers|shoppers|suppliers?|vendors?|sales|prices?|discounts?)\b|\bcheaper (?:suppliers?|vendors?|products?|parts?|goods|materials?|labou?r|staff)\b|\bdiscount (?:codes?|rules?|requests?|approvals?|campaigns?)\b|(?:عملاينا|زبايننا|العملا|الزباين|موردينا|الموردين)/u;
/** "The price" is the one that was named. */
const OUR_PRICE = /\bthe prices?\b/gu;

/** "Is there a discount?": none is on record, the prices are told, and the rest is for the consultant. */
export const tellDiscounts: OfflineRoutine = (turn) => {
  const { agent, message, material, calls, byStaff } = turn;
  if (agent === 'admin' || byStaff || calls.length > 0) return undefined;
  const { normalized, language } = message;
  if (!ASKS_LESS.test(normalized) || OF_THEIR_TRADE.test(normalized.replaceAll(OUR_PRICE, ' ')))
    return undefined;
  const prices = material[PRICES] as Prices | undefined;
  const named = prices && namedPrices(prices, language);
  const said =
    language === 'ar'
      ? ['لا يوجد خصم مسجل هنا، ولا أعد بواحد.', named, `وهذا سؤال للمستشار: أستطيع أن ${offeredCall(turn)}.`]
      : [
          'No discount is on record here, and I promise none.',
          named,
          `Whether less is possible is for the consultant to say: I can ${offeredCall(turn)}.`,
        ];
  return { reply: said.filter(Boolean).join(' ') };
};
