import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type ModelMessage } from '#models';
import { OfflineModel } from '#offline-model';
import { platformTools } from '#tools';
import { type Tool, type ToolContext } from '#pack-kit';
import { skeletonOf } from './skeleton.ts';

const ROOT = path.resolve('.');
const NAME = 'bakery';
const RECIPE = 'packs/bakery/tools/bakery-flour-needed.tool.ts';

describe('the tools of a new pack, and the one that docs/write-a-pack.md adds', () => {
  let folder: string;
  let tools: Tool[];
  /** What was said at the end. */
  let lastReply: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'turnpike-recipe-'));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    symlinkSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
    symlinkSync(path.join(ROOT, 'dist'), path.join(folder, 'dist'));
    const docs = readFileSync('docs/write-a-pack.md', 'utf8');
    const recipe = /```ts\n(\/\/ packs\/bakery\/tools\/[^]*?)```/.exec(docs)?.[1];
    const load = async (file: string, text: string | undefined, name: string) => {
      const written = path.join(folder, path.basename(file));
      writeFileSync(written, text ?? '');
      return ((await import(written)) as Record<string, Tool>)[name]!;
    };
    const splitBill = `packs/${NAME}/tools/${NAME}-split-bill.tool.ts`;
    mkdirSync(folder, { recursive: true });
    tools = [
      await load(splitBill, skeletonOf(NAME).files[splitBill], 'splitBill'),
      await load(RECIPE, recipe, 'flourNeeded'),
    ];
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The calls that the last of the messages leads to. */
  async function calls(...texts: string[]): Promise<[string, Record<string, unknown>][]> {
    const all = [...tools, ...platformTools.filter(({ name }) => name === 'tool_search')];
    const model = new OfflineModel({
      tool: (name) => {
        const found = all.find((tool) => tool.name === name);
        return found && { ...found, hints: found.offline };
      },
      places: () => [],
      datasets: () => [],
      intents: () => [],
    });
    const messages: ModelMessage[] = [];
    let made: [string, Record<string, unknown>][] = [];
    for (const text of texts) {
      messages.push({ role: 'user', text });
      made = [];
      for (;;) {
        const answer = await model.generate({
          model: 'offline-standard',
          system: '',
          messages,
          tools: all.map(({ name, description, input }) => ({
            name,
            description,
            parameters: z.toJSONSchema(input, { io: 'input' }),
          })),
          signal: new AbortController().signal,
          facts: {
            orgId: 'org',
            pack: NAME,
            agent: 'helper',
            contactId: 'guest-01',
            conversationId: null,
            userId: null,
            channel: 'chat',
            language: 'en',
            timezone: 'UTC',
            now: new Date('2026-11-23T07:00:00Z'),
          },
        });
        lastReply = answer.text;
        messages.push({ role: 'assistant', text: answer.text, toolCalls: answer.toolCalls });
        const [call] = answer.toolCalls;
        if (!call) break;
        made.push([call.name, call.arguments]);
        const tool = all.find(({ name }) => name === call.name)!;
        const result = {
          success: true,
          data: await tool.execute(tool.input.parse(call.arguments), {} as ToolContext),
        };
        messages.push({ role: 'tool', toolCallId: call.id, name: call.name, text: JSON.stringify(result) });
      }
    }
    return made;
  }

  const FLOUR = 'How much flour do I need for 40 loaves?';
  it.each([
    'and for 60?',
    'And for sixty loaves?',
    'what about 60?',
    'and if it was 60?',
    'make it 60',
    '60 loaves instead',
    'ok, and with 60',
    'و60؟',
    'ولـ60؟',
    'وماذا عن 60 رغيفا؟',
    'وستين؟',
    'ولستين؟',
    'وبستين',
    'and for sixty?',
  ])('are called anew for another number: %s', async (text) =>
    expect(await calls(FLOUR, text)).toEqual([['bakery_flour_needed', { loaves: 60 }]]),
  );

  it.each(['and if it was a dozen?', 'and for a dozen?', 'what about twelve?', 'make it a dozen'])(
    'are called anew for a number in words: %s',
    async (text) => expect(await calls(FLOUR, text)).toEqual([['bakery_flour_needed', { loaves: 12 }]]),
  );

  it.each(['and with 4?', 'among 4?', 'and between four?', 'what if among 4', 'وعلى 4؟', 'وبين أربعة؟'])(
    'a bill is shared with others: %s',
    async (text) =>
      expect(await calls('split 84 among 3 of us', text)).toEqual([
        ['bakery_split_bill', { amount: 84, people: 4 }],
      ]),
  );

  it.each([
    ['and if it was 90?', { amount: 90, people: 4 }],
    ['and with 90 euros?', { amount: 90, people: 4 }],
    ['and for 6 people?', { amount: 120, people: 6 }],
    ['and if we were 6?', { amount: 120, people: 6 }],
    ['and if it was 150 euros?', { amount: 150, people: 4 }],
  ])('so is the bill: %s', async (text, input) =>
    expect(await calls('Split a bill of 120 euros between 4 people', text)).toEqual([
      ['bakery_split_bill', input],
    ]),
  );

  it.each<[string, [string, Record<string, unknown>][]]>([
    [
      'Split 120 between 4 people. What does each pay if 5 people share 87.50?',
      [
        ['bakery_split_bill', { amount: 120, people: 4 }],
        ['bakery_split_bill', { amount: 87.5, people: 5 }],
      ],
    ],
    [
      'How much flour do I need for 40 loaves? And what does each of us pay if 5 people share 87.50?',
      [
        ['bakery_flour_needed', { loaves: 40 }],
        ['bakery_split_bill', { amount: 87.5, people: 5 }],
      ],
    ],
    [
      'اقسم فاتورة 90 يورو على 3 أشخاص. كم يدفع كل واحد إذا كنا 6 أشخاص والحساب 240؟',
      [
        ['bakery_split_bill', { amount: 90, people: 3 }],
        ['bakery_split_bill', { amount: 240, people: 6 }],
      ],
    ],
  ])('are called for each question of a message: %s', async (text, made) =>
    expect(await calls(text)).toEqual(made),
  );

  it.each([
    [
      'Split 120 between 4 people. Do you have gluten-free bread?',
      /30\.00[^]*“Do you have gluten-free bread\?”/,
    ],
    ['Is your bread sliced? Split 120 between 4 people', /“Is your bread sliced\?”[^]*30\.00/],
  ])('say which question is left: %s', async (text, answer) => {
    await calls(text);
    expect(lastReply).toMatch(answer);
  });

  it.each([
    'Split 120 between 4 people. Can you do that?',
    'Split a bill of 120 euros. There are 4 people, ok?',
  ])('leave no question where there is but one: %s', async (text) => {
    expect(await calls(text)).toEqual([['bakery_split_bill', { amount: 120, people: 4 }]]);
    expect(lastReply).not.toContain('is left.');
  });

  it.each(['thanks, 60 is my lucky number', 'I am 60', 'and for 60 days?', 'ok', 'and on the 6th?'])(
    'are not called for what only holds a number: %s',
    async (text) =>
      expect((await calls(FLOUR, text)).filter(([name]) => name.startsWith('bakery'))).toEqual([]),
  );
});
