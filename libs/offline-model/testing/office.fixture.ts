import { z } from 'zod';
import type { ModelMessage, ModelTool } from '#models';
import { countText, moneyText, type OfflineToolHints, type Place } from '#pack-kit';
import type { OfflineHints, OfflineTool } from '../hints.ts';
import { OfflineModel } from '../offline.model.ts';
import { standInRequest } from './stand-in-request.fixture.ts';

/** Tools of a small office: a search, an order with a side effect, and an auxiliary lookup. */
const TOOLS: { spec: OfflineTool; input: z.ZodObject; hints: OfflineToolHints }[] = [
  {
    spec: {
      name: 'search_homes',
      description: 'Searches homes by place, price, bedrooms and type.',
      whenToUse: ['To see homes in a place, near the sea.'],
      examples: ['Find villas in Paphos', 'Flats in Larnaca under 200k', 'ابحث عن فيلا في بافوس'],
      intents: [],
      sideEffect: 'none',
    },
    input: z.object({
      place: z.string().optional(),
      maxPrice: moneyText({ above: 0, description: 'Highest price' }).optional(),
      minPrice: moneyText({ min: 0, description: 'Lowest price' }).optional(),
      bedrooms: countText({ min: 0, max: 10, description: 'Bedrooms' }).optional(),
      type: z.string().optional(),
    }),
    hints: {
      fill: {
        place: { from: 'place', set: 'places' },
        maxPrice: { from: 'money', bound: 'max', lone: true },
        minPrice: { from: 'money', bound: 'min' },
        bedrooms: { from: 'int', words: ['bedroom', 'bed', 'غرفة', 'غرفة نوم', 'غرف'] },
        type: { from: 'enum', values: { villa: ['villas', 'فيلا'], flat: ['flats', 'apartment', 'شقة'] } },
      },
      cues: ['find', 'for sale', 'near the sea', 'ابحث', 'للبيع'],
      reply: {
        en: ({ found }: { found: number }) => `${found} homes.`,
        ar: ({ found }: { found: number }) => `${found} منازل.`,
      },
    },
  },
  {
    spec: {
      name: 'send_offer',
      description: 'Sends an offer for a deal.',
      whenToUse: ['An offer is to be sent.'],
      examples: ['Offer 400,000 on deal-002', 'Send an offer of 300k for deal-001'],
      intents: [],
      sideEffect: 'external',
    },
    input: z.object({ dealId: z.string(), amount: moneyText({ above: 0, description: 'Amount' }) }),
    hints: {
      fill: { dealId: { from: 'id', prefix: 'deal-' }, amount: { from: 'money', bound: 'any', lone: true } },
      cues: ['offer'],
      ask: { dealId: { en: 'Which deal?', ar: 'أي صفقة؟' } },
      reply: { en: ({ id }: { id: string }) => `Offer ${id} is sent.` },
    },
  },
];

const PLACES: Place[] = [
  { name: 'Paphos', spellings: ['paphos', 'بافوس'] },
  { name: 'Larnaca', spellings: ['larnaca', 'لارنكا'] },
  { name: 'Limassol', spellings: ['limassol', 'ليماسول'] },
];

export const officeHints: OfflineHints = {
  tool: (name) => {
    const found = TOOLS.find(({ spec }) => spec.name === name);
    return found && { ...found.spec, hints: found.hints };
  },
  places: () => PLACES,
  datasets: () => [],
  intents: () => [],
};

export const officeTools: ModelTool[] = TOOLS.map(({ spec, input }) => ({
  name: spec.name,
  description: spec.description,
  parameters: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
}));

/** Returns the offline model's next round of a conversation with the office. */
export async function answer(...conversation: (string | ModelMessage)[]) {
  const messages = conversation.map((one): ModelMessage =>
    typeof one === 'string' ? { role: 'user', text: one } : one,
  );
  const { text, toolCalls } = await new OfflineModel(officeHints, false).generate(
    standInRequest(messages, officeTools),
  );
  return { text, calls: toolCalls.map(({ name, arguments: given }) => [name, given] as const) };
}

/** A call of an earlier round with its result, and the reply that followed it. */
export function exchange(tool: string, given: object, data: object, reply: string): ModelMessage[] {
  const call = { id: 'offline_1', name: tool, arguments: { ...given } };
  return [
    { role: 'assistant', text: '', toolCalls: [call] },
    { role: 'tool', toolCallId: call.id, name: tool, text: JSON.stringify({ success: true, data }) },
    ...(reply === '' ? [] : [{ role: 'assistant' as const, text: reply, toolCalls: [] }]),
  ];
}
