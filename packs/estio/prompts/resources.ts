import { listInsights, listInsightsAbout, type ListedInsight } from '#memory';
import type { ResourceContext, ResourceSpec } from '#pack-kit';
import { contactIds, contactView, type ContactView } from '../schema/contact-profile.read-model.ts';
import { dealIds, dealView, type DealView } from '../schema/deal-profile.read-model.ts';
import { maskEmail, maskName, maskPhone, maskText, maySeePersonalData } from './masking.ts';

const MAX_INSIGHTS = 20;
const MAX_SUGGESTED = 50;

export const contactResource: ResourceSpec = {
  uri: 'contact://{contactId}',
  name: 'contact',
  title: 'Contact',
  description:
    'Everything known of a contact: profile, requirements, properties, deals, insights, activities, viewings.',
  mimeType: 'application/json',
  read: ({ contactId = '' }, context) =>
    context.read(async (tx) => {
      const now = context.clock.now();
      const view = await contactView(tx, contactId, now);
      if (!view) return undefined;
      const insights = await listInsights(tx, contactId, MAX_INSIGHTS, now);
      const shown = { ...view, insights: insights.map(shownInsight) };
      return { text: JSON.stringify(maySeePersonalData(context) ? shown : maskedContact(shown), null, 2) };
    }),
  complete: { contactId: suggestContacts },
};

export const dealResource: ResourceSpec = {
  uri: 'deal://{dealId}',
  name: 'deal',
  title: 'Deal',
  description:
    'A deal with its parties, property, offers, viewings, timeline and what is remembered of it and its buyer.',
  mimeType: 'application/json',
  read: ({ dealId = '' }, context) =>
    context.read(async (tx) => {
      const view = await dealView(tx, dealId);
      if (!view) return undefined;
      const subject = { contactId: view.contactId, subjectRef: dealId };
      const insights = await listInsightsAbout(tx, subject, MAX_INSIGHTS, context.clock.now());
      const shown = { ...whole(view), insights: insights.map(shownInsight) };
      return { text: JSON.stringify(maySeePersonalData(context) ? shown : maskedDeal(shown), null, 2) };
    }),
  complete: {
    dealId: (typed, context) => context.read((tx) => dealIds(tx, typed, MAX_SUGGESTED)),
  },
};

export function suggestContacts(typed: string, context: ResourceContext): Promise<string[]> {
  return context.read((tx) => contactIds(tx, typed, MAX_SUGGESTED));
}

function shownInsight({ createdAt: _stored, ...insight }: ListedInsight) {
  return insight;
}

type ShownInsight = ReturnType<typeof shownInsight>;

function whole({ contactId: _buyer, ...view }: DealView) {
  return view;
}

function maskedContact(view: ContactView & { insights: ShownInsight[] }) {
  const { contact, requirements, activities, viewings, insights } = view;
  return {
    ...view,
    contact: maskedPerson(contact),
    requirements: { ...requirements, notes: maskText(requirements.notes) },
    activities: activities.map(withoutSummary),
    viewings: { next: viewings.next.map(withoutFeedback), last: viewings.last.map(withoutFeedback) },
    insights: insights.map(withoutText),
  };
}

function maskedDeal(view: ReturnType<typeof whole> & { insights: ShownInsight[] }) {
  return {
    ...view,
    deal: { ...view.deal, title: maskText(view.deal.title) },
    parties: view.parties.map(({ role, contact }) => ({ role, contact: maskedPerson(contact) })),
    timeline: view.timeline.map(withoutSummary),
    insights: view.insights.map(withoutText),
  };
}

function maskedPerson<Person extends { name: string; email: string | null; phone: string | null }>(
  person: Person,
): Person {
  const { name, email, phone } = person;
  return { ...person, name: maskName(name), email: maskEmail(email), phone: maskPhone(phone) };
}

function withoutFeedback<Viewing extends { feedback: string | null }>(viewing: Viewing): Viewing {
  return { ...viewing, feedback: viewing.feedback && maskText(viewing.feedback) };
}

function withoutSummary<Entry extends { summary: string }>(entry: Entry): Entry {
  return { ...entry, summary: maskText(entry.summary) };
}

function withoutText(insight: ShownInsight): ShownInsight {
  return { ...insight, text: maskText(insight.text) };
}
