import { z } from 'zod';
import { countText, defineTool } from '#pack-kit';

/** Name of the search tool, for code that treats it separately from other tools. */
export const TOOL_SEARCH = 'tool_search';

/** Maximum number of tools with schemas in one answer. */
const MAX_SCHEMAS = 15;
/** Maximum number of tool names in the message of a search without matches. */
const MAX_NAMES = 20;

const input = z.object({
  query: z
    .string()
    .trim()
    .min(2)
    .max(400)
    .describe('What must be done, such as "sign a contract electronically".'),
  maxResults: countText({ min: 1, max: MAX_SCHEMAS, description: 'Most tools to return.' }).default(3),
});

const result = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z.record(z.string(), z.unknown()),
      score: z.number(),
    }),
  ),
  searched: z.int(),
  message: z.string().optional(),
});
export type ToolSearchResult = z.infer<typeof result>;

export const toolSearch = defineTool({
  name: TOOL_SEARCH,
  description:
    'Finds further tools that fit a described need and makes them callable for the rest of the turn. Use it before you say that something cannot be done.',
  category: 'meta',
  input,
  result,
  whenToUse: [
    'A capability is needed that no loaded tool offers. Not for looking up records.',
    'Somebody asks what else can be done here: other functions, features, abilities. ما الوظائف الأخرى؟ هل توجد أداة أو وظيفة تقوم بذلك؟',
  ],
  examples: [
    'I need to get the paperwork signed electronically',
    'Is there anything that works out loan repayments?',
    'Which of your functions can make a PDF agreement?',
    'هل لديك أداة لحساب القسط الشهري؟',
  ],
  tier: 'always',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: [],
  ptcValue: 'tools',
  async execute({ query, maxResults }, { discovery }): Promise<ToolSearchResult> {
    // Outside a turn, callers see every tool from the start.
    if (!discovery) return { tools: [], searched: 0, message: NOTHING_HIDDEN };
    const { tools, hidden } = await discovery.search(query, maxResults);
    const found = { tools, searched: hidden.length };
    return tools.length > 0 ? found : { ...found, message: nothingFits(hidden) };
  },
});

const NOTHING_HIDDEN = 'Every tool that can be used here is offered already.';

/** Message of a search without matches. It lists names, from which the model may still choose. */
function nothingFits(hidden: readonly string[]): string {
  if (hidden.length === 0) return NOTHING_HIDDEN;
  const more = hidden.length > MAX_NAMES ? ` and ${hidden.length - MAX_NAMES} more` : '';
  return `No tool fits that. There are: ${hidden.slice(0, MAX_NAMES).join(', ')}${more}.`;
}
