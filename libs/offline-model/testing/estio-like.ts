// Tools modelled on the estio pack's always-loaded ones, so that the engine is tested without knowing a pack.
import { z } from 'zod';
import { countText, enumWithSynonyms, moneyText, type OfflineToolHints, type Place } from '#pack-kit';
import type { ModelTool } from '#models';
import { otherDefinitions, type Definition } from './estio-like-others.ts';
import type { OfflineHints, OfflineTool } from '../hints.ts';

export const cyprus: Place[] = [
  { name: 'Paphos', spellings: ['Pafos', 'Baf', 'Πάφος', 'بافوس'] },
  { name: 'Limassol', spellings: ['Lemesos', 'Λεμεσός', 'ليماسول'] },
  { name: 'Larnaca', spellings: ['Larnaka', 'Λάρνακα', 'لارنكا', 'لارناكا'] },
  { name: 'Nicosia', spellings: ['Lefkosia', 'Λευκωσία', 'نيقوسيا'] },
  { name: 'Coral Bay', spellings: ['كورال باي'] },
  { name: 'Kato Paphos', spellings: ['Kato Pafos', 'كاتو بافوس'] },
  { name: 'Finikoudes', spellings: [] },
];

const types = {
  Apartment: ['flat', 'شقة', 'شقق'],
  Villa: ['فيلا', 'فلل'],
  Townhouse: ['maisonette', 'تاون هاوس'],
  House: ['منزل', 'بيت'],
  Studio: ['استوديو'],
};
const deals = {
  rent: ['rental', 'monthly', 'a month', 'to rent', 'للإيجار', 'إيجار'],
  sale: ['buy', 'for sale', 'للبيع', 'شراء'],
};
const bedroomWords = ['bedroom', 'bed', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];
const notQuestion: OfflineToolHints['applies'] = ({ text }) => !/[?؟]\s*$/.test(text);

const contactId = z.string();

const definitions: Record<string, Definition> = {
  search_properties: {
    description: 'Searches listed properties by criteria and returns the matches with key details.',
    whenToUse: [
      'Any request to find, list or compare properties for sale or rent. Not for market statistics.',
    ],
    examples: [
      'Show me three-bedroom houses around Nicosia',
      'Anything to rent near Finikoudes for less than 900?',
      'We want a villa in Coral Bay',
      'أريد شقة للبيع في بافوس بحدود 200 ألف يورو',
      'هل توجد فيلا للإيجار في لارنكا؟',
    ],
    intents: ['property', 'products'],
    sideEffect: 'none',
    input: z.object({
      district: z.string().optional(),
      maxPrice: moneyText({ above: 0 }).optional(),
      minPrice: moneyText({ min: 0 }).optional(),
      bedrooms: countText({ min: 0, max: 10 }).optional(),
      bedroomsMin: countText({ min: 0, max: 10 }).optional(),
      propertyType: enumWithSynonyms(types).optional(),
      dealType: z.enum(['sale', 'rent']).optional(),
      limit: z.int().min(1).max(50).default(50),
    }),
    hints: {
      fill: {
        district: { from: 'place', set: 'cyprus' },
        maxPrice: { from: 'money', bound: 'max' },
        minPrice: { from: 'money', bound: 'min' },
        bedrooms: { from: 'int', words: bedroomWords, bound: 'exact' },
        bedroomsMin: { from: 'int', words: bedroomWords, bound: 'min' },
        propertyType: { from: 'enum', values: types },
        dealType: { from: 'enum', values: deals },
      },
      cues: ['find', 'search', 'looking for', 'listings', 'rentals', 'for sale', 'ابحث', 'عقارات'],
      reply: {
        en: (data: { total: number; items: { title: string; price: number }[] }) =>
          data.total === 0
            ? 'Nothing matches. Try a higher price.'
            : `${data.total} matches: ${data.items.map((item) => `${item.title} (€${item.price})`).join(', ')}.`,
        ar: (data: { total: number }) => `عدد العقارات المطابقة: ${data.total}.`,
      },
    },
  },
  update_requirements: {
    description: 'Saves what a contact is looking for.',
    whenToUse: ['Each time a person states or changes area, budget, size or stage.'],
    examples: [
      'My ceiling is 320 thousand now',
      'Mark this lead as qualified',
      'They changed their mind, Larnaca instead of Limassol',
      'ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم',
      'غيّر المنطقة المطلوبة إلى ليماسول',
    ],
    intents: ['contact', 'property'],
    sideEffect: 'write',
    input: z.object({
      contactId,
      district: z.string().optional(),
      maxPrice: moneyText().optional(),
      minPrice: moneyText().optional(),
      bedrooms: z.string().optional(),
      status: enumWithSynonyms({ qualified: ['مؤهل'], won: [], lost: [] }).optional(),
    }),
    hints: {
      keepsWhatIsSaid: true,
      fill: {
        contactId: { from: 'context', key: 'contactId' },
        district: { from: 'place', set: 'cyprus', many: true },
        maxPrice: { from: 'money', bound: 'max', lone: true },
        minPrice: { from: 'money', bound: 'min' },
        bedrooms: { from: 'int', words: bedroomWords, asText: true },
        status: { from: 'enum', values: { qualified: ['مؤهل'], won: [], lost: [] } },
      },
      cues: [
        'budget',
        'ceiling',
        'mark this lead',
        'changed their mind',
        'instead of',
        'ميزانيتي',
        'ميزانية',
        'غير',
      ],
      reply: { en: () => 'Saved. When do you want to move?', ar: () => 'تم الحفظ. متى تريد الانتقال؟' },
    },
  },
  store_insight: {
    description: 'Keeps a noteworthy fact about a subject for later conversations.',
    whenToUse: [
      'The person reveals a taste, worry, deadline, reason or decision maker not covered by structured fields.',
    ],
    examples: [
      'Note that she needs a separate home office',
      'Remember he has to move before September',
      'Keep in mind the brother makes the decision',
      'سجل أن العميل يفضل الطابق الأرضي',
      'تذكر أنه سينتقل بسبب مدارس الأولاد',
    ],
    intents: ['memory', 'contact'],
    sideEffect: 'write',
    input: z.object({
      contactId,
      text: z.string().min(3).max(1000),
      category: z.enum(['preference', 'objection', 'timeline', 'motivation', 'relationship']),
      importance: z.int().min(1).max(10).default(5),
    }),
    hints: {
      keepsWhatIsSaid: true,
      applies: notQuestion,
      fill: {
        contactId: { from: 'context', key: 'contactId' },
        text: {
          from: 'first',
          of: [
            { from: 'quoted' },
            {
              from: 'rest',
              without: ['note that', 'remember that', 'remember', 'keep in mind', 'سجل أن', 'تذكر أنه'],
            },
          ],
        },
        category: {
          from: 'first',
          of: [
            {
              from: 'enum',
              values: { timeline: ['before', 'deadline'], objection: ['too expensive', 'worried', 'غالي'] },
            },
            {
              from: 'enum',
              values: { motivation: ['because', 'بسبب'], relationship: ['brother', 'wife', 'decides'] },
            },
            { from: 'const', value: 'preference' },
          ],
        },
      },
      cues: ['remember', 'note that', 'keep in mind', 'too expensive', 'worried', 'سجل أن', 'تذكر'],
      reply: {
        en: (data: { deduplicated: boolean }) => (data.deduplicated ? 'I knew that already.' : 'Noted.'),
        ar: () => 'تم تسجيل الملاحظة.',
      },
    },
  },
  retrieve_context: {
    description: 'Recalls stored insights about a subject that are closest in meaning to a question.',
    whenToUse: [
      'Before advising a known person; when the user refers to earlier wishes, objections or deadlines.',
    ],
    examples: [
      'What do we know about her taste in kitchens?',
      'Has this buyer mentioned any deadline?',
      'Remind me why he turned down the last flat',
      'ماذا يفضل هذا العميل؟',
      'هل ذكر العميل موعدا نهائيا للشراء؟',
    ],
    intents: ['memory', 'contact'],
    sideEffect: 'none',
    input: z.object({
      contactId,
      query: z.string().min(1).max(500),
      limit: z.int().min(1).max(20).default(5),
    }),
    hints: {
      fill: {
        contactId: { from: 'context', key: 'contactId' },
        query: { from: 'rest' },
        limit: { from: 'const', value: 5 },
      },
      cues: ['remind me', 'do we know', 'mentioned', 'does the client', 'ذكر العميل', 'ماذا يفضل'],
      reply: {
        en: (data: { insights: { text: string }[] }) =>
          data.insights.map(({ text }) => text).join('; ') || 'Nothing stored yet.',
      },
    },
  },
  ...otherDefinitions,
};

/** The tools that the estio pack always offers, and the universal ones. */
export const alwaysOffered = Object.keys(definitions).filter((name) => name !== 'calculate_mortgage');

export function modelTools(names: readonly string[] = alwaysOffered): ModelTool[] {
  return names.map((name) => {
    const { description, input } = definitions[name]!;
    return { name, description, parameters: z.toJSONSchema(input, { io: 'input' }) };
  });
}

export function toolDefinition(name: string): OfflineTool & { input: z.ZodObject } {
  return { name, ...definitions[name]! };
}

/** Hints of the fixture; `without` takes one example away, to see that a tool is found by more than its own examples. */
export function fixtureHints(without?: string): OfflineHints {
  return {
    tool: (name) => {
      const definition = definitions[name];
      return (
        definition && {
          name,
          ...definition,
          examples: definition.examples.filter((example) => example !== without),
        }
      );
    },
    places: (_, set) => (set === 'cyprus' ? cyprus : []),
    datasets: () => [],
    intents: () => [],
  };
}
