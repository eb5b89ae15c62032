import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type ModelMessage } from '#models';
import { OfflineModel, type OfflinePack } from '#offline-model';
import { platformTools } from '#tools';
import { type OfflineToolHints, type Tool, type ToolContext } from '#pack-kit';
import { standInRequest } from '../../libs/offline-model/testing/stand-in-request.fixture.ts';
import { skeletonOf } from './skeleton.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';

const ROOT = path.resolve('.');
const NAME = 'bakery';
/** A code block of the page that begins with the name of its file. */
const BLOCK = /```ts\n\/\/ (packs\/bakery\/\S+)\n([^]*?)```/g;

type Call = [tool: string, args: Record<string, unknown>];
const flourFor = (loaves: number): Call => ['bakery_flour_needed', { loaves }];
const billOf = (amount: number, people: number): Call => ['bakery_split_bill', { amount, people }];

describe('the tools of a new pack, and the one that docs/write-a-pack.md adds', () => {
  const folder = temporaryFolder();
  let tools: Tool[];
  let hints: Record<string, OfflineToolHints>;
  /** What was said at the end. */
  let lastReply: string;

  beforeAll(async () => {
    for (const name of ['node_modules', 'package.json', 'dist'])
      symlinkSync(path.join(ROOT, name), path.join(folder, name));
    const page = readFileSync('docs/write-a-pack.md', 'utf8');
    const blocks = [...page.matchAll(BLOCK)].map(([, file = '', text = '']) => [file, text] as const);
    for (const [file, text] of [...Object.entries(skeletonOf(NAME).files), ...blocks]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const load = (file: string) =>
      import(path.join(folder, 'packs', NAME, file)) as Promise<Record<string, unknown>>;
    const { splitBill } = await load(`tools/${NAME}-split-bill.tool.ts`);
    const { flourNeeded } = await load('tools/bakery-flour-needed.tool.ts');
    const { flourNeededHints } = await load('offline/flour-needed.ts');
    const { bakeryOffline } = await load('offline/index.ts');
    tools = [splitBill as Tool, flourNeeded as Tool];
    hints = {
      ...(bakeryOffline as OfflinePack).tools,
      bakery_flour_needed: flourNeededHints as OfflineToolHints,
    };
  });

  /** The calls that the last of the messages leads to. */
  async function calls(...texts: string[]): Promise<Call[]> {
    const all = [...tools, ...platformTools.filter(({ name }) => name === 'tool_search')];
    const model = new OfflineModel({
      tool: (name) => {
        const found = all.find((tool) => tool.name === name);
        return found && { ...found, hints: hints[name]! };
      },
      places: () => [],
      datasets: () => [],
      intents: () => [],
    });
    const modelTools = all.map(({ name, description, input }) => ({
      name,
      description,
      parameters: z.toJSONSchema(input, { io: 'input' }),
    }));
    const messages: ModelMessage[] = [];
    let made: Call[] = [];
    for (const text of texts) {
      messages.push({ role: 'user', text });
      made = [];
      for (;;) {
        const answer = await model.generate(
          standInRequest(messages, modelTools, { pack: NAME, agent: 'helper' }),
        );
        lastReply = answer.text;
        messages.push({ role: 'assistant', text: answer.text, toolCalls: answer.toolCalls });
        const [call] = answer.toolCalls;
        if (!call) break;
        made.push([call.name, call.arguments]);
        const tool = all.find(({ name }) => name === call.name)!;
        const data = await tool.execute(tool.input.parse(call.arguments), {} as ToolContext);
        const result = JSON.stringify({ success: true, data });
        messages.push({ role: 'tool', toolCallId: call.id, name: call.name, text: result });
      }
    }
    return made;
  }

  const FLOUR = 'How much flour do I need for 40 loaves?';
  const BILL = 'Split a bill of 120 euros between 4 people';
  const EXAMPLES: [string, Call][] = [
    [FLOUR, flourFor(40)],
    ['كم كيلو طحين أحتاج لأربعين رغيفا؟', flourFor(40)],
    [BILL, billOf(120, 4)],
    ['What does each of us pay if 5 people share 87.50 euros?', billOf(87.5, 5)],
    ['اقسم فاتورة 90 يورو على 3 أشخاص', billOf(90, 3)],
    ['كم يدفع كل شخص إذا كنا 6 أشخاص والحساب 240؟', billOf(240, 6)],
  ];

  it.each(EXAMPLES)('are called by their examples: %s', async (text, call) =>
    expect(await calls(text)).toEqual([call]),
  );

  it('have no example besides', () =>
    expect(tools.flatMap(({ examples }) => examples).sort()).toEqual(EXAMPLES.map(([text]) => text).sort()));

  it.each([
    'Split 120 between 4 people',
    'Split 120 euros among 4 of us',
    'Split 120 between 4 people. Can you do that?',
    'Split a bill of 120 euros. There are 4 people, ok?',
  ])('are called by similar words: %s', async (text) => expect(await calls(text)).toEqual([billOf(120, 4)]));

  it.each<[string, string, Call]>([
    [FLOUR, 'And for sixty loaves?', flourFor(60)],
    [FLOUR, 'what about 60 loaves?', flourFor(60)],
    [FLOUR, 'وماذا عن 60 رغيفا؟', flourFor(60)],
    [BILL, 'and for 6 people?', billOf(120, 6)],
    [BILL, 'and with 90 euros?', billOf(90, 4)],
    [BILL, 'and if it was 150 euros?', billOf(150, 4)],
  ])('are called again with another figure: %s %s', async (first, text, call) =>
    expect(await calls(first, text)).toEqual([call]),
  );

  it.each<[string, string, string, Call]>([
    ['How much flour do I need?', 'For how many loaves?', '40 loaves', flourFor(40)],
    ['Split 120 euros', 'How many people share it?', '6 people', billOf(120, 6)],
  ])('ask for a missing argument: %s', async (text, question, answer, call) => {
    expect(await calls(text)).toEqual([]);
    expect(lastReply).toContain(question);
    expect(await calls(text, answer)).toEqual([call]);
  });

  it.each([
    [FLOUR, 'make it 60'],
    [FLOUR, '60 loaves instead'],
    [FLOUR, 'and if it was 60?'],
    [FLOUR, 'what about a dozen loaves?'],
    [FLOUR, 'thanks, 60 is my lucky number'],
    [FLOUR, 'I am 60'],
    [FLOUR, 'and for 60 days?'],
    [FLOUR, 'ok'],
    [FLOUR, 'and on the 6th?'],
    [BILL, 'and if we were 6?'],
    [BILL, 'and with 4?'],
    [BILL, 'and between four?'],
    [BILL, 'وعلى 4؟'],
  ])('are not called for a figure that may mean something else: %s %s', async (first, text) =>
    expect((await calls(first, text)).filter(([name]) => name.startsWith('bakery'))).toEqual([]),
  );
});
