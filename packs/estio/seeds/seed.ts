import { insertMissing, type OrgTransaction, type SeedContext } from '#pack-kit';
import { seedInsights } from '#memory';
import { leadScore } from '../schema/lead-score.ts';
import { settings } from '../settings.ts';
import { demoActivities } from './demo-activities.ts';
import { demoCalendar } from './demo-calendar.ts';
import { seedContract } from './demo-contract.ts';
import { demoOffers } from './demo-offers.ts';
import { demoContacts } from './demo-contacts.ts';
import { demoConversationIds, demoConversations } from './demo-conversations.ts';
import { demoDeals } from './demo-deals.ts';
import { demoInsights, type DemoInsight } from './demo-insights.ts';
import { demoOrg } from './demo-org.ts';
import { demoProperties } from './demo-properties.ts';

/** Creates the missing demo rows. A second run changes nothing, and keeps later changes by people. */
export async function seedEstio(tx: OrgTransaction, context: SeedContext): Promise<void> {
  const { anchor } = context;
  const properties = demoProperties(anchor);
  const people = demoContacts(anchor);
  const { deals, parties } = demoDeals(anchor, people, properties);
  const activities = demoActivities(anchor);
  const insights = demoInsights(tx.orgId, anchor);
  const contacts = people.map((contact) => ({
    ...contact,
    leadScore: leadScore({
      hasDistrict: contact.reqDistricts.length > 0,
      hasPrice: contact.reqMaxPrice !== null || contact.reqMinPrice !== null,
      hasBedrooms: contact.reqBedrooms !== null || contact.reqBedroomsMin !== null,
      hasPhoneOrEmail: contact.phone !== null || contact.email !== null,
      hasTimelineOrMotivation: insights.some(
        ({ contactId, category }) =>
          contactId === contact.id && (category === 'timeline' || category === 'motivation'),
      ),
    }),
    lastActivityAt: newest(activities.filter(({ contactId }) => contactId === contact.id)),
  }));
  await insertMissing(tx, 'estio_properties', properties);
  await insertMissing(tx, 'estio_contacts', contacts);
  await insertMissing(tx, 'estio_deals', deals);
  await insertMissing(tx, 'estio_deal_parties', parties);
  await insertMissing(tx, 'estio_activities', activities);
  const { viewings, events } = demoCalendar(anchor);
  await insertMissing(tx, 'estio_viewings', viewings);
  await insertMissing(tx, 'estio_calendar_events', events);
  await insertMissing(tx, 'estio_offers', demoOffers(anchor, deals));
  await seedContract(tx, context);
  await seedMissingInsights(tx, insights, context);
  const missing = await context.missingConversations(tx, demoConversationIds);
  if (missing.size === 0) return;
  const { slug, timezone, settings: own } = demoOrg;
  const defaults = Object.fromEntries(settings.map((setting) => [setting.name, setting.default]));
  const org = { tx, slug, timezone, settings: { ...defaults, ...own } };
  for (const conversation of await demoConversations(anchor, org, { properties, viewings, missing }))
    await context.addConversation(tx, conversation);
}

function newest(activities: { occurredAt: Date }[]): Date | null {
  return activities.reduce<Date | null>(
    (last, { occurredAt }) => (last && last > occurredAt ? last : occurredAt),
    null,
  );
}

/** Embeds only missing rows, with one request to an outside provider. */
async function seedMissingInsights(
  tx: OrgTransaction,
  insights: DemoInsight[],
  { embed }: SeedContext,
): Promise<void> {
  const known = await tx.query<{ id: string }>(
    'SELECT id FROM insights WHERE org_id = $1 AND id = ANY($2::uuid[])',
    [insights.map(({ id }) => id)],
  );
  const knownIds = new Set(known.map(({ id }) => id));
  const missing = insights.filter(({ id }) => !knownIds.has(id));
  const seeded = await Promise.all(
    missing.map(async ({ text, ...insight }) => ({ ...insight, embedded: { text, ...(await embed(text)) } })),
  );
  await seedInsights(tx, seeded);
}
