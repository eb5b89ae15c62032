// The tools of the pack geo while its server is away: the executor refuses each call, as it says what is away.
import { packs } from '#packs';
import { platformTools } from '#tools';
import { type OfflineToolHints } from '#pack-kit';
import type { ToolResult } from '#contracts';
import type { ModelMessage, ModelTool, TurnFacts } from '#models';
import type { OfflineHints, OfflineTool } from './hints.ts';
import { OfflineModel } from './offline.model.ts';
import { asOffered, facts } from './testing/estio-tools.ts';

const geo = packs.find(({ name }) => name === 'geo')!;
const [server] = geo.mcpServers ?? [];
const served = new Map(
  (server?.lists ?? []).map((told): [string, OfflineTool] => {
    const { whenToUse = [], examples = [], intents = [], offline } = server?.tools?.[told.name] ?? {};
    const hints = offline as OfflineToolHints | undefined;
    return [
      told.name,
      { name: told.name, description: told.description ?? '', whenToUse, examples, intents, hints },
    ];
  }),
);
const away = (server?.lists ?? []).map(({ name, description = '', inputSchema }): ModelTool => ({
  name,
  description,
  parameters: inputSchema,
}));
const own = platformTools.filter(({ name }) =>
  ['tool_search', 'query_org_data', 'request_feature'].includes(name),
);
const hints: OfflineHints = {
  tool: (name) => {
    const tool = own.find((one) => one.name === name);
    return served.get(name) ?? (tool && { ...tool, hints: tool.offline });
  },
  places: (_, set) => geo.places?.[set] ?? [],
  datasets: () => geo.datasets ?? [],
  routines: () => geo.routines ?? [],
  intents: () => geo.intents ?? [],
};
const refused: ToolResult = {
  success: false,
  errorClass: 'UPSTREAM_UNAVAILABLE',
  error: 'get_x cannot be called now: the MCP server geo is away (closed).',
};
const nothing: ToolResult = { success: true, data: { tools: [], searched: 0 } };

/** What the last of these messages is answered, with the tools that were called for it. */
async function talk(texts: string[], more: Partial<TurnFacts>) {
  const messages: ModelMessage[] = [];
  let said = { reply: '', called: [] as string[] };
  for (const text of texts) {
    messages.push({ role: 'user', text });
    said = { reply: '', called: [] };
    while (!said.reply) {
      const language = /\p{Script=Arabic}/u.test(text) ? 'ar' : 'en';
      const of = { ...facts, pack: 'geo', agent: 'geo_analyst', language, userId: null, ...more };
      const { text: reply, toolCalls } = await new OfflineModel(hints, false).generate({
        model: 'offline-standard',
        system: '',
        messages,
        tools: asOffered(own),
        signal: new AbortController().signal,
        facts: of,
      });
      messages.push({ role: 'assistant', text: reply, toolCalls });
      said.reply = reply;
      for (const { id, name } of toolCalls) {
        said.called.push(name);
        const result = served.has(name) ? refused : nothing;
        messages.push({ role: 'tool', toolCallId: id, name, text: JSON.stringify(result) });
      }
    }
  }
  return said;
}

const FIRST = 'What was the number of deals on Yas Island during 2023?';
const ENGLISH =
  'I am sorry: the property data is not reachable just now, so I cannot give you a figure. Please ask again in a minute.';
const ARABIC =
  'عذرا، لا يمكن الوصول إلى بيانات العقارات الآن، لذلك لا أستطيع إعطاء أي رقم. اسألني مرة أخرى بعد دقيقة.';

describe('while the server of its tools is away', () => {
  it.each([
    [[FIRST], ENGLISH],
    [[FIRST, 'and the year before?'], ENGLISH],
    [[FIRST, 'and the year before?', 'and the year before that?'], ENGLISH],
    [[FIRST, 'which area sold the most?'], ENGLISH],
    [[FIRST, 'is it cheaper on Saadiyat?'], ENGLISH],
    [['which area sold the most?'], ENGLISH],
    [['Top 3 districts of Abu Dhabi City in 2024'], ENGLISH],
    [['كم معاملة بيع جرت في جزيرة ياس خلال ٢٠٢٣؟'], ARABIC],
    [['كم معاملة بيع جرت في جزيرة ياس خلال ٢٠٢٣؟', 'والسنة السابقة؟'], ARABIC],
    [['المعروض السكني الحالي في مدينة مصدر'], ARABIC],
    [['قارن المبيعات بين الريم والسعديات في 2022'], ARABIC],
  ])('%j is answered that the data is not reachable', async (texts, reply) => {
    expect((await talk(texts, { away })).reply).toBe(reply);
  });

  it('what they would not serve is answered as ever', async () => {
    const { reply, called } = await talk(['Please translate this contract into French'], { away });
    expect(reply).not.toContain('not reachable');
    expect(called.filter((name) => served.has(name))).toEqual([]);
    const after = await talk([FIRST, 'Please translate this long contract into French for me'], { away });
    expect(after.reply).not.toContain('not reachable');
    expect((await talk(['hello'], { away })).reply).toMatch(/^Hello!/);
  });

  it.each([
    [FIRST, /^I am sorry: what I need for that is not reachable just now/],
    ['كم معاملة بيع جرت في جزيرة ياس خلال ٢٠٢٣؟', /^عذرا، لا يمكن الوصول إلى ما أحتاج إليه/],
  ])('whose tools nobody knows yet, %s is not said to have been looked for in vain', async (text, reply) => {
    expect((await talk([text], { toolsUnknown: true })).reply).toMatch(reply);
  });
});
