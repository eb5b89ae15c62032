// Histories whose turns were answered by several providers, which fail, invent ids and names, and lose results.
import fc from 'fast-check';
import { z } from 'zod';
import { packs } from '#packs';
import { platformTools, ToolRegistry } from '#tools';
import { forAllAsync } from '../../../test/harness/for-all.ts';
import { callIdOf } from '../call-id.ts';
import {
  ModelPicture,
  type GenerateRequest,
  type ModelMessage,
  type ModelToolCall,
} from '../language-model.ts';
import { failureOf, modelRequest, timeTool, weatherTool } from '../testing/model-request.fixture.ts';
import { strictModels, StrictProviders } from '../testing/strict-providers.fixture.ts';

const picture = new ModelPicture('a.png', 'image/png', 'hash', Buffer.from('a'));
const text = fc.constantFrom('', ' ', 'Hello', 'مرحبا', '\ud83d');
const LONG_ID = 'chatcmpl-tool-'.padEnd(60, 'x');
const LONG_NAME = 'weather for all of them '.repeat(4);
const call = fc.record({
  id: fc.oneof(
    fc.constantFrom('functions.get_weather:0', 'call_1', '', 'toolu_01|x', 'c00010100', LONG_ID),
    fc.uuid(),
  ),
  name: fc.constantFrom('get_weather', 'get_time', 'functions.get_time', '', LONG_NAME),
  arguments: fc.constantFrom({}, { city: 'Paphos' }, { city: '\ud83d' }),
});
const round = fc.record({
  model: fc.constantFrom(...strictModels),
  failing: fc.nat(3).map((number) => number === 0),
  answer: fc.record({ text, calls: fc.array(call, { minLength: 1, maxLength: 3 }) }),
  /** Results that were lost, by number of the call. */
  lost: fc.array(fc.nat(2), { maxLength: 1 }),
  result: fc.constantFrom('', '{"success":true}', 'plain', '\udc00'),
});
const turn = fc.record({ text, rounds: fc.array(round, { maxLength: 3 }), reply: fc.option(text) });
const history = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
  /** True for a history that was stored with the ids of the providers. */
  isOld: fc.boolean(),
  /** Number of its messages that the window no longer contains. */
  cut: fc.nat(3),
});

describe('a history of several providers', () => {
  let providers: StrictProviders;
  beforeAll(async () => {
    providers = await StrictProviders.start();
  });
  afterAll(() => providers.stop());

  const ask = (model: string, messages: ModelMessage[], more: Partial<GenerateRequest> = {}) =>
    providers.generate(
      modelRequest('', { model, messages: [...messages], tools: [weatherTool, timeTool], ...more }),
    );

  it('is accepted by each of them, in every round and afterwards', async () => {
    await forAllAsync(200, history, async ({ turns, isOld, cut }) => {
      const messages: ModelMessage[] = [];
      for (const [turnPlace, { text: question, rounds, reply }] of turns.entries()) {
        messages.push({ role: 'user', text: question });
        for (const [place, { model, failing, answer, lost, result }] of rounds.entries()) {
          providers.next = undefined;
          if (failing)
            expect(await failureOf(ask(model, messages))).toMatchObject({ errorClass: 'UNAVAILABLE' });
          providers.next = answer;
          const made = await ask(model, messages);
          const toolCalls = made.toolCalls.map((asked, index) => ({
            ...asked,
            id: isOld ? asked.id : callIdOf(turnPlace + 1, place + 1, index),
          }));
          messages.push({ role: 'assistant', text: made.text, toolCalls });
          const pictures = result === 'plain' ? [picture] : undefined;
          for (const [index, { id, name }] of toolCalls.entries())
            if (!lost.includes(index))
              messages.push({ role: 'tool', toolCallId: id, name, text: result, pictures });
        }
        if (reply !== null) messages.push({ role: 'assistant', text: reply, toolCalls: [] });
      }
      providers.next = { text: 'Fine', calls: [] };
      const tools = turns.length % 2 === 0 ? [] : [weatherTool, timeTool];
      for (const model of strictModels) await ask(model, messages.slice(cut), { tools });
    });
  }, 60_000);

  it.each(strictModels)('shows %s the pictures of results directly behind them', async (model) => {
    providers.next = { text: 'Fine', calls: [] };
    const toolCalls = ['a', 'b'].map((id): ModelToolCall => ({ id, name: 'get_weather', arguments: {} }));
    const result = { role: 'tool', name: 'get_weather' } as const;
    await ask(model, [
      { role: 'user', text: 'Draw' },
      { role: 'assistant', text: '', toolCalls },
      { ...result, toolCallId: 'a', text: 'sun', pictures: [picture] },
      { ...result, toolCallId: 'b', text: 'noon' },
    ]);
    const shown = providers.lastBody(model).match(/sun|noon|YQ==|\(Pictures|Pictures that|No reply/g);
    const inText = ['sun', 'noon', 'Pictures that', 'YQ=='];
    const chats = {
      'gpt-4.1': inText,
      'gpt-6.1-terra': inText,
      mistral: inText.toSpliced(2, 0, '(Pictures'),
    };
    expect(shown).toEqual(chats[model as keyof typeof chats] ?? ['sun', 'YQ==', 'noon']);
  });

  it.each(strictModels)('shows %s as many pictures and offers as many tools as it takes', async (model) => {
    const parts = Array.from(
      { length: 101 },
      () => new ModelPicture('a.png', 'image/png', 'hash', Buffer.from('a')),
    );
    const tools = Array.from({ length: 127 }, (_, at) => ({ ...weatherTool, name: `tool_${at}` }));
    await ask(model, [{ role: 'user', text: 'Look', parts }], { tools });
    const shown = providers.lastBody(model).match(/YQ==/g);
    expect(shown).toHaveLength(model.startsWith('claude') ? 20 : 101);
  });

  it.each(packs.flatMap(({ agents }) => agents).map(({ name, tools }) => [name, tools] as const))(
    'is accepted with calls of all tools of the agent %s',
    async (_name, names) => {
      const usable = new ToolRegistry(packs, platformTools).tools.filter(
        ({ tool }) => names.includes(tool.name) || platformTools.includes(tool),
      );
      const tools = usable.map(({ tool: { name, description }, parameters }) => ({
        name,
        description,
        parameters,
      }));
      providers.next = {
        text: '',
        calls: tools.map(({ name }) => ({ id: `functions.${name}:0`, name, arguments: {} })),
      };
      const messages: ModelMessage[] = [{ role: 'user', text: 'Do everything' }];
      const { text, toolCalls } = await ask('gpt-4.1', messages, { tools });
      messages.push({ role: 'assistant', text, toolCalls });
      for (const model of strictModels) await ask(model, messages, { tools });
    },
  );

  it.each(packs.flatMap(({ tasks = [] }) => tasks).map((task) => [task.key, task] as const))(
    'is accepted with the schema of the task %s',
    async (key, { output }) => {
      providers.next = { text: '{}', calls: [] };
      const responseSchema = {
        name: key.replaceAll('.', '_'),
        schema: z.toJSONSchema(output) as Record<string, unknown>,
      };
      for (const model of strictModels)
        await ask(model, [{ role: 'user', text: 'Answer' }], { tools: [], responseSchema });
    },
  );
});
