import { z } from 'zod';
import { momentOf } from '#text';
import {
  countText,
  defineTool,
  idText,
  invalidArgument,
  isoDateTime,
  listOf,
  preconditionFailed,
  subjectOf,
  type ToolContext,
  ToolError,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { alertedSince, insertAlert, newMatches } from '../schema/alert.repository.ts';
import { personOf, type Person } from '../schema/contact.read-model.ts';
import { maskEmail } from '../prompts/masking.ts';
import { propertiesOf, type Property } from '../schema/property.read-model.ts';
import { rowId } from '../schema/row-id.ts';
import { listingLine, type Wording } from '../wording.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 7;
const MAX_DAYS = 90;

const input = z.object({
  contactId: idText('The recipient.'),
  propertyIds: listOf(idText('Such as prop-0017.'), {
    min: 1,
    max: 10,
    description: 'Listings to send. Omitted: those that match the stored requirements.',
  }).optional(),
  since: isoDateTime({
    ofDay: 'start',
    description: 'Only listings since then. Omitted: since the last alert, otherwise a week.',
  }).optional(),
  maxListings: countText({ min: 1, max: 10, description: 'Most listings to send.' }).default(5),
  message: z.string().trim().min(1).max(500).optional().describe('Text before the list.'),
});
type Input = z.infer<typeof input>;

const result = z.object({
  alertId: z.string().nullable(),
  sent: z.boolean(),
  reason: z.literal('no_matches').nullable(),
  status: z.enum(['sent', 'in_outbox']).nullable(),
  propertyIds: z.array(z.string()),
  count: z.number(),
  recipient: z.string().describe('Masked e-mail address'),
  sample: z.literal(true).optional(),
});
export type ListingAlert = z.infer<typeof result>;

export const sendListingAlert = defineTool({
  name: 'send_listing_alert',
  description:
    'Mails a contact new listings that fit what the person is looking for, or listings that are named.',
  category: 'communication',
  capability: 'alert',
  input,
  result,
  whenToUse: ['A contact should be notified of new listings by mail.'],
  examples: [
    'Mail Elena anything new that fits her',
    'Send contact-015 an alert with prop-0001 and prop-0115',
    "Let my buyers know about this week's new flats",
    'أرسل للعميل تنبيها بالعقارات الجديدة المناسبة',
    'أبلغ العميلة بالشقق المعروضة هذا الأسبوع',
  ],
  role: 'staff',
  sideEffect: 'external',
  outbound: { service: 'mail' },
  // The outbox stores the key: a repeated call sends no second mail.
  takesIdempotencyKey: true,
  intents: ['email', 'property'],
  async execute(given, context): Promise<ListingAlert> {
    const transport = context.mail.transport();
    const contactId = await subjectOf(given.contactId, context);
    const { person, listings } = await context.read(async (tx) => {
      const found = await personOf(tx, contactId);
      const email = reachable(found);
      const since = sinceOf(given, found, context);
      const chosen = given.propertyIds
        ? await propertiesOf(tx, [...new Set(given.propertyIds)])
        : await newMatches(tx, found, since, given.maxListings);
      const ids = chosen.map(({ id }) => id);
      if (
        ids.length > 0 &&
        (await alertedSince(tx, contactId, ids, new Date(context.clock.now().getTime() - DAY_MS)))
      )
        throw new ToolError(
          'CONFLICT',
          `${found.name} already received an alert with these listings in the last 24 hours.`,
        );
      return { person: { ...found, email }, listings: chosen };
    });
    const recipient = maskEmail(person.email) ?? '';
    const none: ListingAlert = {
      alertId: null,
      sent: false,
      reason: 'no_matches',
      status: null,
      propertyIds: [],
      count: 0,
      recipient,
    };
    if (listings.length === 0) return none;
    const { mail, idempotencyKey, caller } = context;
    const sent = await mail.send({
      ...wordsOf(given, person, listings, context),
      to: [person.email],
      idempotencyKey,
    });
    const now = context.clock.now();
    return context.write(async (tx) => {
      const propertyIds = listings.map(({ id }) => id);
      const status = transport === 'smtp' ? 'sent' : 'in_outbox';
      const alertId = rowId('alert');
      await insertAlert(tx, {
        id: alertId,
        contactId,
        propertyIds,
        status,
        mailId: sent.id,
        createdBy: caller.userId ?? 'system',
        createdAt: now,
      });
      await logActivity(tx, {
        contactId,
        type: 'email',
        summary: `Alert with ${propertyIds.join(', ')} (${status})`,
        by: caller.userId,
        now,
      });
      const sample = listings.some((listing) => listing.sample);
      return {
        alertId,
        sent: true,
        reason: null,
        status,
        propertyIds,
        count: propertyIds.length,
        recipient,
        ...(sample && { sample: true as const }),
      };
    });
  },
});

function reachable({ name, marketingConsent, email }: Person): string {
  if (!marketingConsent)
    throw new ToolError('FORBIDDEN', `${name} has not agreed to marketing mail; nothing was sent.`);
  if (email !== null) return email;
  throw preconditionFailed(`There is no e-mail address of ${name}.`, 'contact.email');
}

function sinceOf({ since, propertyIds }: Input, person: Person, { clock, timezone }: ToolContext): Date {
  const { reqDistricts, reqMinPrice, reqMaxPrice, reqBedrooms, reqBedroomsMin, lastAlertAt } = person;
  const wishes = [reqMinPrice, reqMaxPrice, reqBedrooms, reqBedroomsMin].some((wish) => wish !== null);
  if (propertyIds === undefined && !wishes && reqDistricts.length === 0)
    throw preconditionFailed(
      `Nothing is known of what ${person.name} is looking for; name the listings.`,
      'requirements',
    );
  const now = clock.now().getTime();
  const oldest = now - MAX_DAYS * DAY_MS;
  if (since !== undefined) {
    const moment = momentOf(since, timezone);
    if (moment.getTime() >= oldest && moment.getTime() <= now) return moment;
    throw invalidArgument('since', `found ${since}`, `Listings of the last ${MAX_DAYS} days can be sent.`);
  }
  return new Date(Math.max(oldest, lastAlertAt?.getTime() ?? now - USUAL_DAYS * DAY_MS));
}

function wordsOf(
  { message }: Input,
  person: Person,
  listings: readonly Property[],
  { settings }: ToolContext,
) {
  const language: Wording = person.language === 'ar' ? 'ar' : 'en';
  const words = {
    en: {
      subject: 'New listings for you',
      greeting: `Dear ${person.firstName},`,
      standard: 'these listings may fit what you are looking for:',
      closing: 'Shall we arrange a viewing? Write back if you want no more of these mails.',
    },
    ar: {
      subject: 'عقارات جديدة لكم',
      greeting: `عزيزنا ${person.firstName}،`,
      standard: 'قد تناسبكم هذه العقارات:',
      closing: 'هل نرتب معاينة؟ راسلونا إن كنتم لا تريدون هذه الرسائل.',
    },
  }[language];
  const agency = settings.get('ESTIO_AGENCY_NAME') ?? '';
  const text = [
    words.greeting,
    message ?? words.standard,
    listings.map((listing) => listingLine(listing, language)).join('\n'),
    words.closing,
    agency,
  ];
  return { subject: words.subject, text: text.filter(Boolean).join('\n\n') };
}
