import { z } from 'zod';
import { dayIn } from '#text';
import {
  defineTool,
  enumWithSynonyms,
  idText,
  invalidArgument,
  isoDate,
  moneyText,
  plainText,
  subjectOf,
  ToolError,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { personOf } from '../schema/contact.read-model.ts';
import { insertDeal, openDealOf } from '../schema/deal.repository.ts';
import type { DealRole } from '../schema/entities/index.ts';
import { propertyOf, requireAvailable, type Property } from '../schema/property.read-model.ts';
import { rowId } from '../schema/row-id.ts';
import { dealType, dealStage, dealRole } from '../schema/value-words.ts';

const MAX_TITLE_CHARACTERS = 120;

const input = z.object({
  contactId: idText('The buyer or tenant.'),
  propertyId: idText('Such as prop-0078.'),
  value: moneyText({
    above: 0,
    max: 1_000_000_000,
    whole: 'nearest',
    description: 'Value in EUR. Omitted: the list price.',
  }).optional(),
  stage: enumWithSynonyms({
    new: ['جديدة'],
    qualified: ['مؤهلة'],
    viewing: ['معاينة'],
    offer: ['عرض'],
    negotiation: ['negotiating', 'تفاوض'],
  })
    .default('new')
    .describe('Stage of the deal.'),
  expectedCloseDate: isoDate({ description: 'Day on which it should close.' }).optional(),
  title: plainText('Omitted: made from contact and property.', MAX_TITLE_CHARACTERS).optional(),
});

const result = z.object({
  dealId: z.string(),
  title: z.string(),
  stage: dealStage,
  value: z.number(),
  dealType,
  parties: z.array(z.object({ role: dealRole, contactId: z.string() })),
  createdAt: z.string(),
});
export type CreatedDeal = z.infer<typeof result>;

export const createDeal = defineTool({
  name: 'create_deal',
  description: 'Opens a deal between a contact and a property, so that it is tracked from here on.',
  category: 'deal',
  capability: 'deal',
  input,
  result,
  whenToUse: [
    'Real interest of a contact in one property must be tracked.',
    'The user asks to open a deal or a file.',
  ],
  examples: [
    'Open a deal for Omar on prop-0078',
    'Start tracking this as a sale at 180k',
    'Create the file for contact-017 and the Zakaki flat',
    'أنشئ صفقة جديدة للعميل على العقار prop-0078',
    'ابدأ ملف بيع لهذه الشقة',
  ],
  role: 'staff',
  sideEffect: 'write',
  intents: ['property', 'contact'],
  async execute(given, context): Promise<CreatedDeal> {
    const { propertyId, stage, expectedCloseDate } = given;
    const now = context.clock.now();
    if (expectedCloseDate !== undefined && expectedCloseDate <= dayIn(context.timezone, now))
      throw invalidArgument(
        'expectedCloseDate',
        `expected a day after today, found ${expectedCloseDate}`,
        'The expected close must be in the future.',
      );
    const contactId = await subjectOf(given.contactId, context);
    return context.write(async (tx) => {
      // The lock keeps two deals of the same pair from being opened at once.
      const person = await personOf(tx, contactId, { lock: true });
      const property = requireAvailable(await propertyOf(tx, propertyId), 'no deal can be opened on it');
      const known = await openDealOf(tx, contactId, propertyId);
      if (known)
        throw new ToolError('CONFLICT', `There is an open deal already: ${known.id}, stage ${known.stage}.`, {
          dealId: known.id,
        });
      const parties = partiesFor(property, contactId);
      const value = given.value ?? property.price;
      const title = given.title ?? `${person.name}: ${property.title}`.slice(0, MAX_TITLE_CHARACTERS);
      const dealId = rowId('deal');
      const { dealType } = property;
      await insertDeal(
        tx,
        {
          id: dealId,
          contactId,
          propertyId,
          title,
          dealType,
          stage,
          value,
          expectedCloseDate: expectedCloseDate ?? null,
          createdAt: now,
          updatedAt: now,
        },
        parties,
      );
      await logActivity(tx, {
        contactId,
        type: 'note',
        summary: `Deal opened on ${property.title} (${property.reference})`,
        dealId,
        propertyId,
        by: context.caller.userId,
        now,
      });
      return { dealId, title, stage, value, dealType, parties, createdAt: now.toISOString() };
    });
  },
});

function partiesFor(
  { dealType, ownerContactId }: Property,
  contactId: string,
): { role: DealRole; contactId: string }[] {
  const sale = dealType === 'sale';
  return [
    ...(ownerContactId === null
      ? []
      : [{ role: sale ? 'seller' : 'landlord', contactId: ownerContactId } as const]),
    { role: sale ? 'buyer' : 'tenant', contactId },
  ];
}
