import { z } from 'zod';
import { momentOf } from '#text';
import {
  defineTool,
  idText,
  invalidArgument,
  isoDateTime,
  listOf,
  moneyText,
  plainText,
  preconditionFailed,
  type ToolContext,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { dealOf, moveDeal, partiesOf, type Deal, type Party } from '../schema/deal.repository.ts';
import type { DealStage } from '../schema/entities/index.ts';
import { maskEmail } from '../prompts/masking.ts';
import { insertOffer, offersOf } from '../schema/offer.repository.ts';
import { propertyOf, type Property } from '../schema/property.read-model.ts';
import { rowId } from '../schema/row-id.ts';
import { euro, momentName, titleName, type Wording } from '../wording.ts';
import { dealStage } from '../schema/value-words.ts';

const STAGES: readonly DealStage[] = ['viewing', 'offer', 'negotiation'];
const USUAL_HOURS = 72;
const MAX_DAYS = 30;
const HOUR_MS = 3_600_000;
/** Lowest and highest share of the list price; an amount outside is probably a slip. */
const LEAST_SHARE = 0.5;
const MOST_SHARE = 1.3;

const input = z.object({
  dealId: idText('Such as deal-002. Not named: the one discussed last.'),
  amount: moneyText({ above: 0, max: 1_000_000_000, whole: 'nearest', description: 'The offer in EUR.' }),
  direction: z
    .enum(['buyer_to_seller', 'seller_to_buyer'])
    .default('buyer_to_seller')
    .describe('buyer_to_seller also for a tenant; seller_to_buyer for a counter-offer.'),
  conditions: listOf(z.string().trim().min(1).max(300), {
    max: 10,
    description: 'Conditions, one sentence each.',
  }).default([]),
  validUntil: isoDateTime({ description: 'End of validity. Omitted: in 72 hours.', ofDay: 'end' }).optional(),
  message: plainText('Text for the other side, in addition to the terms.', 1_000).optional(),
  force: z
    .boolean()
    .default(false)
    .describe('True only if the user insists on an amount far from the list price.'),
});
type Input = z.infer<typeof input>;

const result = z.object({
  offerId: z.string(),
  dealId: z.string(),
  amount: z.number(),
  listPrice: z.number(),
  differencePct: z.number().describe('(amount − list) / list × 100, one decimal'),
  status: z.enum(['sent', 'in_outbox']).describe('`in_outbox`: recorded, not delivered'),
  recipient: z.string().describe('Masked e-mail address'),
  validUntil: z.string(),
  timezone: z.string(),
  dealStage,
});
export type SentOffer = z.infer<typeof result>;

export const sendOffer = defineTool({
  name: 'send_offer',
  description: 'Sends a price offer or counter-offer of a deal to the other side by mail and records it.',
  category: 'negotiation',
  capability: 'negotiation',
  input,
  result,
  whenToUse: ['The user states a figure and asks to put it to the other side.'],
  examples: [
    'Put 415 thousand to the owner for deal-002',
    'Counter at 432,000, valid until Friday',
    'Submit her bid with a quick completion condition',
    'أرسل عرضا بقيمة 170 ألف يورو إلى المالك',
    'قدّم عرضا مضادا بمبلغ 430 ألف',
  ],
  role: 'staff',
  sideEffect: 'external',
  outbound: { service: 'mail' },
  // The outbox stores the key: a repeated call sends no second mail.
  takesIdempotencyKey: true,
  intents: ['property', 'email', 'billing'],
  async execute(given, context): Promise<SentOffer> {
    const transport = context.mail.transport();
    const validUntil = readValidity(given, context);
    const facts = await context.read((tx) => factsOf(tx, given));
    checkAmount(given, facts.property);
    const { recipient, deal, property } = facts;
    const { mail, idempotencyKey, caller } = context;
    const sent = await mail.send({
      ...wordsOf(given, facts, validUntil, context),
      to: [recipient.email],
      idempotencyKey,
    });
    const now = context.clock.now();
    return context.write(async (tx) => {
      const { stage } = await dealOf(tx, deal.id, { lock: true });
      const earlier = await offersOf(tx, deal.id);
      const status = transport === 'smtp' ? 'sent' : 'in_outbox';
      const offerId = rowId('offer');
      const { direction, conditions, message = '' } = given;
      const { amount } = given;
      await insertOffer(tx, {
        id: offerId,
        dealId: deal.id,
        direction,
        amount,
        conditions,
        status,
        validUntil,
        message,
        mailId: sent.id,
        createdBy: caller.userId ?? 'system',
        createdAt: now,
      });
      const dealStage: DealStage = earlier.length > 0 || stage === 'negotiation' ? 'negotiation' : 'offer';
      await moveDeal(tx, deal.id, dealStage, { by: caller.userId, now });
      await logActivity(tx, {
        contactId: deal.contactId,
        type: 'offer',
        summary: `Offer of ${euro(amount, 'en')} ${direction === 'buyer_to_seller' ? 'to the seller' : 'to the buyer'} (${status})`,
        dealId: deal.id,
        propertyId: deal.propertyId,
        by: caller.userId,
        now,
      });
      return {
        offerId,
        dealId: deal.id,
        amount,
        listPrice: property.price,
        differencePct: Math.round(((amount - property.price) / property.price) * 1_000) / 10,
        status,
        recipient: maskEmail(recipient.email) ?? '',
        validUntil: validUntil.toISOString(),
        timezone: context.timezone,
        dealStage,
      };
    });
  },
});

function readValidity({ validUntil }: Input, { clock, timezone }: ToolContext): Date {
  const now = clock.now().getTime();
  const until =
    validUntil === undefined ? new Date(now + USUAL_HOURS * HOUR_MS) : momentOf(validUntil, timezone);
  if (until.getTime() > now && until.getTime() <= now + MAX_DAYS * 24 * HOUR_MS) return until;
  throw invalidArgument(
    'validUntil',
    `found ${validUntil}`,
    `An offer stands for at most ${MAX_DAYS} days from now.`,
  );
}

interface OfferFacts {
  deal: Deal;
  property: Property;
  recipient: Party & { email: string };
}

async function factsOf(tx: Parameters<typeof dealOf>[0], { dealId, direction }: Input): Promise<OfferFacts> {
  const deal = await dealOf(tx, dealId);
  if (!STAGES.includes(deal.stage))
    throw preconditionFailed(`${dealId} is in stage ${deal.stage}; offers go out in ${STAGES.join(', ')}.`);
  const property = await propertyOf(tx, deal.propertyId);
  const wanted = direction === 'buyer_to_seller' ? ['seller', 'landlord'] : ['buyer', 'tenant'];
  const recipient = (await partiesOf(tx, dealId)).find(({ role }) => wanted.includes(role));
  if (!recipient?.email)
    throw preconditionFailed(
      `There is no e-mail address of the ${wanted[0]} of ${dealId}.`,
      `${recipient?.role ?? wanted[0]}.email`,
    );
  return { deal, property, recipient: { ...recipient, email: recipient.email } };
}

function checkAmount({ amount, force }: Input, { price }: Property): void {
  if (force || (amount >= price * LEAST_SHARE && amount <= price * MOST_SHARE)) return;
  throw invalidArgument(
    'amount',
    `expected ${price * LEAST_SHARE} to ${price * MOST_SHARE}, or force`,
    `${euro(amount, 'en')} is far from the list price of ${euro(price, 'en')}. Confirm that it is really meant.`,
  );
}

/** The mail in the recipient's language; the user's own message is kept as written. */
function wordsOf(
  { amount, conditions, message }: Input,
  { property, recipient }: OfferFacts,
  validUntil: Date,
  { timezone, settings }: ToolContext,
): { subject: string; text: string } {
  const language: Wording = recipient.language === 'ar' ? 'ar' : 'en';
  const home = `${titleName(property.title, language)} (${property.reference})`;
  const until = momentName(validUntil, timezone, language);
  const words = {
    en: {
      subject: `Offer for ${home}`,
      greeting: `Dear ${recipient.name},`,
      standard: `we have an offer for ${home}.`,
      amount: 'Amount',
      conditions: 'Conditions',
      until: `The offer stands until ${until} (${timezone}).`,
    },
    ar: {
      subject: `عرض على ${home}`,
      greeting: `عزيزنا ${recipient.name}،`,
      standard: `لدينا عرض على ${home}.`,
      amount: 'المبلغ',
      conditions: 'الشروط',
      until: `العرض صالح حتى ${until} (${timezone}).`,
    },
  }[language];
  const lines = [
    words.greeting,
    message ?? words.standard,
    `${words.amount}: ${euro(amount, language)}`,
    conditions.length > 0
      ? `${words.conditions}:\n${conditions.map((condition) => `- ${condition}`).join('\n')}`
      : '',
    words.until,
    settings.get('ESTIO_AGENCY_NAME') ?? '',
  ];
  return { subject: words.subject, text: lines.filter(Boolean).join('\n\n') };
}
