// The tools beside the four: those that could be mistaken for them, and those of the platform.
import { z } from 'zod';
import { moneyText } from '#pack-kit';
import type { OfflineTool } from '../hints.ts';

export interface Definition extends Omit<OfflineTool, 'name'> {
  input: z.ZodObject;
}

const contactId = z.string();

export const otherDefinitions: Record<string, Definition> = {
  draft_reply: {
    description: 'Writes a reply for a person to review; sends nothing.',
    whenToUse: ['A written answer for the customer is wanted.'],
    examples: [
      'Write back to her about those two flats',
      'Draft an answer to his price question',
      'اكتب ردا مهذبا على العميل بخصوص الشقق',
    ],
    intents: ['email', 'content'],
    sideEffect: 'write',
    input: z.object({ keyPoints: z.array(z.string()).optional() }),
    hints: { fill: {}, reply: { en: () => 'Drafted.' }, cues: ['draft', 'write back', 'اكتب ردا'] },
  },
  log_activity: {
    description: 'Records something that happened with a contact.',
    whenToUse: ['A call, meeting, message or decision must be kept on the timeline.'],
    examples: [
      'Log that I rang him and got no answer',
      "Record yesterday's office meeting with the owners",
      'سجل أنني اتصلت بالعميل اليوم',
    ],
    intents: ['contact'],
    sideEffect: 'write',
    input: z.object({ contactId, type: z.enum(['call', 'email', 'meeting', 'note']), summary: z.string() }),
    hints: {
      keepsWhatIsSaid: true,
      fill: {
        contactId: { from: 'context', key: 'contactId' },
        type: { from: 'enum', values: { call: ['rang', 'اتصلت'], meeting: [], email: [], note: [] } },
        summary: { from: 'rest' },
      },
      reply: { en: () => 'Logged.' },
      ask: {
        type: { en: 'What kind of activity was it: call, email, meeting or note?', ar: 'ما نوع النشاط؟' },
      },
      cues: ['log that', 'put a note on the file', 'سجل أنني'],
    },
  },
  tool_search: {
    description:
      'Finds deferred tools that fit a described need and makes them callable for the rest of the turn.',
    whenToUse: ['A capability is needed that no loaded tool offers. Not for data look-ups.'],
    examples: ['Which of your functions can make a PDF agreement?', 'هل لديك أداة لحساب القسط الشهري؟'],
    intents: ['all'],
    sideEffect: 'none',
    input: z.object({ query: z.string().min(2).max(400), maxResults: z.int().default(3) }),
    hints: { fill: { query: { from: 'rest' } }, reply: { en: () => 'I searched.' } },
  },
  query_org_data: {
    description:
      "Answers questions about the organisation's own records through a safe catalogue of datasets.",
    whenToUse: [
      'Counts, lists and simple statistics over stored business records that no special tool covers.',
    ],
    examples: [
      'How many conversations did we close last month?',
      'Which tools fail most often?',
      'كم عدد المحادثات هذا الشهر؟',
    ],
    intents: ['all'],
    sideEffect: 'none',
    input: z.object({ dataset: z.string() }),
    hints: {
      fill: { dataset: { from: 'enum', values: { conversations: ['المحادثات'], tool_calls: ['tools'] } } },
      reply: { en: () => 'Counted.' },
      cues: ['how many', 'كم عدد'],
    },
  },
  request_feature: {
    description: 'Records that someone needs something the agent cannot do yet.',
    whenToUse: [
      'The user asks for something that no tool can do, or says outright that a function is missing.',
    ],
    examples: [
      'It would help if you could sync this to our accounting package',
      'Please ask your team to add Russian',
      'أتمنى لو تدعمون إرسال رسائل واتساب',
    ],
    intents: ['all'],
    sideEffect: 'write',
    input: z.object({ title: z.string().min(5).max(120), description: z.string().min(10).max(2000) }),
    hints: {
      fill: { title: { from: 'rest' }, description: { from: 'rule', read: ({ text }) => text } },
      reply: { en: () => 'Recorded as a request.' },
      cues: ['add support', 'it would help if', 'ask your team', 'أتمنى'],
    },
  },
  calculate_mortgage: {
    description: 'Computes the monthly instalment and total cost of a loan.',
    whenToUse: ['Instalment, loan, deposit, affordability of a purchase.'],
    examples: [
      'What would we pay each month on 280 thousand over twenty years?',
      'احسب القرض مع دفعة أولى 30% على 25 سنة',
    ],
    intents: ['billing', 'property'],
    sideEffect: 'none',
    input: z.object({
      price: moneyText(),
      downPaymentPct: z.number().optional(),
      annualRatePct: z.number().optional(),
      termYears: z.int().optional(),
    }),
    hints: {
      fill: {
        price: { from: 'money', bound: 'any' },
        downPaymentPct: { from: 'num', unit: 'percent', near: ['down', 'deposit', 'دفعة'] },
        annualRatePct: { from: 'num', unit: 'percent', near: ['rate', 'interest', 'at', 'فائدة'] },
        termYears: { from: 'num', unit: 'years' },
      },
      reply: {
        en: (data: { monthlyPayment: number }) => `About €${data.monthlyPayment} a month (an estimate).`,
      },
      ask: { price: { en: 'What does it cost?', ar: 'كم السعر؟' } },
    },
  },
};
