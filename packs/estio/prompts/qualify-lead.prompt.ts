import { listInsights, type ListedInsight } from '#memory';
import { ToolError, type PromptSpec, userText } from '#pack-kit';
import { promptOf } from '../agents/agents.ts';
import { contactView, type ContactView } from '../schema/contact-profile.read-model.ts';
import { maskName, maskText, maySeePersonalData } from './masking.ts';
import { suggestContacts } from './resources.ts';

const MAX_INSIGHTS = 20;

/** The facts that a qualifier asks for, in the order of the questions. */
const FACTS = [
  'area',
  'budget',
  'bedrooms',
  'sale or rent',
  'timing',
  'purpose',
  'financing',
  'decision makers',
] as const;
type Fact = (typeof FACTS)[number];

/** Words in notes and insights that show that a fact without a field is known. */
const CUES: Partial<Record<Fact, RegExp>> = {
  'sale or rent': /\b(rent|rental|lease|tenant|buy|buying|purchase|sale)\b/i,
  timing: /\b(before|until|by|deadline|month|move|moving|soon|week|year)\b/i,
  purpose: /\b(invest\w*|holiday|retire\w*|live|relocat\w*|school|family)\b/i,
  financing: /\b(mortgage|loan|cash|financ\w*|bank)\b/i,
  'decision makers': /\b(wife|husband|partner|brother|sister|parents|decides?)\b/i,
};

export const qualifyLead: PromptSpec = {
  name: 'qualify_lead',
  title: 'Qualify lead',
  description: 'What is known of a contact, what is missing, and the one question to ask next.',
  arguments: [
    {
      name: 'contactId',
      description: 'Such as contact-015',
      required: true,
      complete: suggestContacts,
    },
    { name: 'language', description: 'Of the question, such as en or ar', required: false },
  ],
  messages: ({ contactId = '', language }, context) =>
    context.read(async (tx) => {
      const now = context.clock.now();
      const view = await contactView(tx, contactId, now);
      if (!view) throw new ToolError('NOT_FOUND', `There is no contact ${contactId}.`);
      const insights = await listInsights(tx, contactId, MAX_INSIGHTS, now);
      const facts = knownFacts(view, insights);
      const shown = maySeePersonalData(context);
      const words = factsInWords(view, facts, insights, shown);
      return [userText(promptOf('qualifier')), userText(request(view, words, language, shown))];
    }),
};

/** The known facts by name; a missing fact has no entry. */
function knownFacts({ requirements, deals }: ContactView, insights: ListedInsight[]): Map<Fact, string> {
  const { districts, minPrice, maxPrice, bedrooms, bedroomsMin, notes } = requirements;
  const known = new Map<Fact, string>();
  if (districts.length > 0) known.set('area', districts.join(', '));
  const prices = [minPrice && `from €${minPrice}`, maxPrice && `up to €${maxPrice}`].filter(Boolean);
  if (prices.length > 0) known.set('budget', prices.join(', '));
  if (bedrooms !== null) known.set('bedrooms', String(bedrooms));
  else if (bedroomsMin !== null) known.set('bedrooms', `at least ${bedroomsMin}`);
  if (deals.length > 0) known.set('sale or rent', `as in ${deals.map(({ id }) => id).join(', ')}`);
  const lines = [...insights.map(({ text }) => text), ...notes.split('\n')];
  for (const fact of FACTS) {
    const line = lines.find((text) => CUES[fact]?.test(text));
    if (!known.has(fact) && line !== undefined) known.set(fact, line);
  }
  return known;
}

function factsInWords(
  view: ContactView,
  known: Map<Fact, string>,
  insights: ListedInsight[],
  shown: boolean,
): { known: string; missing: string } {
  const plain = new Set<Fact>(['area', 'budget', 'bedrooms']);
  const of = (fact: Fact, value: string) => (shown || plain.has(fact) ? value : maskText(value));
  const lines = [
    `- status: ${view.contact.status}, lead score ${view.contact.leadScore}`,
    ...[...known].map(([fact, value]) => `- ${fact}: ${of(fact, value)}`),
    ...insights.map(({ category, text }) => `- remembered (${category}): ${shown ? text : maskText(text)}`),
  ];
  const missing = FACTS.filter((fact) => !known.has(fact));
  return { known: lines.join('\n'), missing: missing.join(', ') || 'nothing' };
}

function request(
  { contact }: ContactView,
  { known, missing }: { known: string; missing: string },
  language: string | undefined,
  shown: boolean,
): string {
  const asked = language ? ` Ask it in the language ${language}.` : '';
  return `Qualify the lead ${shown ? contact.name : maskName(contact.name)} (${contact.id}).
Known:
${known}
Missing: ${missing}.
Give the single best next question to ask.${asked} Save each answer with update_requirements, and what fits no field there with store_insight.`;
}
