// Conversations of the offline model over the tools as estio and the platform define them; results are given by the test.
import type { ToolResult } from '#contracts';
import type { ModelMessage, TurnFacts } from '#models';
import { OfflineModel } from '../offline.model.ts';
import { asOffered, estioTools as tools, facts, hintsOf } from './estio-tools.ts';

const hints = hintsOf();

export interface Said {
  calls: { name: string; input: Record<string, unknown> }[];
  reply: string;
}

type Results = (name: string, input: Record<string, unknown>) => ToolResult;

/** Says the messages one after the other, and gives what the last one led to. */
export async function talk(texts: string[], results: Results, more: Partial<TurnFacts> = {}): Promise<Said> {
  const messages: ModelMessage[] = [];
  let said: Said = { calls: [], reply: '' };
  for (const text of texts) {
    messages.push({ role: 'user', text });
    said = await answer(messages, results, { ...facts, ...more });
  }
  return said;
}

async function answer(messages: ModelMessage[], results: Results, of: TurnFacts): Promise<Said> {
  const calls: Said['calls'] = [];
  for (;;) {
    const result = await new OfflineModel(hints).generate({
      model: 'offline-standard',
      system: '',
      messages,
      tools: asOffered(tools),
      signal: new AbortController().signal,
      facts: of,
    });
    messages.push({ role: 'assistant', text: result.text, toolCalls: result.toolCalls });
    const [call] = result.toolCalls;
    if (!call) return { calls, reply: result.text };
    const { id, name, arguments: input } = call;
    calls.push({ name, input });
    messages.push({ role: 'tool', toolCallId: id, name, text: JSON.stringify(results(name, input)) });
  }
}

const item = (number: number) => ({
  id: `prop-00${60 + number}`,
  title: `2-bedroom apartment in Area ${number}`,
  area: `Area ${number}`,
  price: 100_000 + number * 1_000,
  bedrooms: 2,
  distanceToSea: 1_000 - 10 * number,
  seaView: number % 2 === 0,
});

/** What the tools give when a search finds twelve and memory knows nothing. */
export function usual(name: string, input: Record<string, unknown>): ToolResult {
  const { limit: _, ...filters } = input;
  switch (name) {
    case 'search_properties': {
      const items = Array.from({ length: 10 }, (__, index) => item(index + 1));
      return {
        success: true,
        data: {
          items,
          total: 12,
          returned: 12,
          truncated: false,
          currency: 'EUR',
          priceBasis: 'total',
          filters,
          assumptions: [],
        },
      };
    }
    case 'update_requirements': {
      const requirements = {
        district: [],
        minPrice: null,
        maxPrice: input['maxPrice'] ?? null,
        bedrooms: null,
        bedroomsMin: null,
        status: 'new',
        notes: null,
      };
      return {
        success: true,
        data: { requirements, changed: [{ field: 'maxPrice', from: null, to: 1 }], missing: ['district'] },
      };
    }
    case 'retrieve_context':
      return { success: true, data: { insights: [], count: 0 } };
    case 'tool_search':
      return { success: true, data: { tools: [] } };
    default:
      return { success: true, data: {} };
  }
}
