import { readFileSync } from 'node:fs';
import type { ModelMessage } from '#models';
import { OfflineModel, offlineHintsOf } from '#offline-model';
import { defineTool } from '#pack-kit';
import { detectLanguage } from '#text';
import { everyTool, platformTools, scopeTools, ToolRegistry } from '#tools';
import { geo } from '../index.ts';
import { openBackend } from '../integrations/server/backend.ts';
import { CallAnswers } from '../integrations/server/call-answer.ts';
import { openSample, type OpenedSample } from '../testing/geo.fixture.ts';
import { SEARCH } from '../tools/arguments.ts';
import { geoTools } from '../tools/index.ts';
import { geoOffline } from './index.ts';

/** A message with the call that has to follow, beside the search for its places. */
interface Row {
  id: string;
  language: 'en' | 'ar';
  /** Messages of the conversation before it. */
  after?: string[];
  text: string;
  /** "declines": no tool with figures is called, and the reply has none. */
  expect: 'declines' | { tool: string; arguments: Record<string, unknown> };
  /** A part of the reply. */
  says?: string;
  /** Left out of the run until this is there. */
}

const rows = JSON.parse(readFileSync('packs/geo/offline/corpus.json', 'utf8')) as Row[];
/** Figures with more than three digits, besides years. */
const FIGURE = /\d{1,3}(?:,\d{3})+|(?<!\d)\d{5,}/;
const MAX_ROUNDS = 6;

// The tools of the server as tools of the pack: no server runs here.
const tools = geoTools.map(
  ({ name, description, category, input, whenToUse, examples, tier, trigger, intents }) =>
    defineTool({
      name,
      description,
      category,
      input,
      whenToUse,
      examples: examples.map(({ text }) => text),
      tier,
      trigger,
      intents,
      channels: ['chat'],
      role: 'any',
      sideEffect: 'none',
      execute: () => Promise.reject(new Error('Calls do not go through the registry')),
    }),
);
const registry = new ToolRegistry([{ ...geo, tools, mcpServers: [] }], platformTools);
const offered = scopeTools({
  registry: registry.effective('org'),
  agent: { pack: 'geo', name: 'geo_analyst' },
  orgPacks: ['geo'],
  disabledTools: new Set(),
  channel: 'chat',
  caller: 'contact',
  conversation: everyTool,
}).usable.map(({ registered: { tool, parameters } }) => ({
  name: tool.name,
  description: tool.description,
  parameters,
}));

describe('the offline model in the pack geo', () => {
  let sample: OpenedSample;
  let answers: CallAnswers;
  beforeAll(async () => {
    sample = await openSample();
    answers = new CallAnswers(geoTools, openBackend(sample.parts, sample.clock), (_, error) => {
      throw error;
    });
  });
  afterAll(() => sample.close());

  const call = (name: string, input: Record<string, unknown>) =>
    geoTools.some((tool) => tool.name === name)
      ? answers.answer(name, input, new AbortController().signal)
      : Promise.resolve({ success: true, data: { tools: [] } });

  /** Says the messages in turn; the calls and the reply of the last one. */
  const talk = async (texts: readonly string[]) => {
    const model = new OfflineModel(offlineHintsOf(registry, [geoOffline]), false);
    const messages: ModelMessage[] = [];
    let said: { calls: { name: string; input: Record<string, unknown> }[]; reply: string } = {
      calls: [],
      reply: '',
    };
    for (const text of texts) {
      messages.push({ role: 'user', text });
      said = { calls: [], reply: '' };
      for (let round = 1; said.reply === '' && round <= MAX_ROUNDS; round += 1) {
        const { text: reply, toolCalls } = await model.generate(requestOf(messages, text));
        messages.push({ role: 'assistant', text: reply, toolCalls });
        if (toolCalls.length === 0) said.reply = reply;
        for (const { id, name, arguments: input } of toolCalls) {
          said.calls.push({ name, input });
          const result = await call(name, input);
          messages.push({ role: 'tool', toolCallId: id, name, text: JSON.stringify(result) });
        }
      }
    }
    return said;
  };

  it('serves each message of the corpus, or declines it', async () => {
    const failures: string[] = [];
    for (const row of rows) {
      const { calls, reply } = await talk([...(row.after ?? []), row.text]);
      const problem = problemOf(row, calls, reply);
      if (problem) failures.push(`${row.id} "${row.text}": ${problem}`);
    }
    expect(failures).toEqual([]);
  });
});

function requestOf(messages: ModelMessage[], text: string) {
  const facts = {
    orgId: 'org',
    pack: 'geo',
    agent: 'geo_analyst',
    contactId: 'contact',
    conversationId: 'conversation',
    userId: null,
    channel: 'chat',
    language: detectLanguage(text),
    timezone: 'Asia/Dubai',
    now: new Date('2026-11-16T09:00:00Z'),
  };
  return {
    model: 'offline-standard',
    system: '',
    messages,
    tools: offered,
    signal: new AbortController().signal,
    facts,
  };
}

/** A reply without the words of the message that it names. */
const withoutQuotes = (reply: string) => reply.replaceAll(/[“«][^”»]*[”»]/g, '');

function problemOf(
  { expect: wanted, says, language }: Row,
  calls: { name: string; input: Record<string, unknown> }[],
  reply: string,
): string | undefined {
  const made = calls.filter(({ name }) => name !== SEARCH && name !== 'tool_search');
  const seen = `${made.map(({ name, input }) => `${name} ${JSON.stringify(input)}`).join('; ')} → ${reply}`;
  if (says !== undefined && !reply.includes(says)) return `does not say "${says}": ${seen}`;
  if (detectLanguage(reply) !== language) return `is not answered in ${language}: ${seen}`;
  if (wanted === 'declines')
    return made.length > 0 || FIGURE.test(withoutQuotes(reply)) ? `is answered: ${seen}` : undefined;
  const [only, ...others] = wanted.tool === SEARCH ? calls : made;
  const isWanted =
    only?.name === wanted.tool &&
    others.length === 0 &&
    Object.entries(wanted.arguments).every(
      ([name, value]) => JSON.stringify(only.input[name]) === JSON.stringify(value),
    );
  return isWanted ? undefined : `expected ${wanted.tool} ${JSON.stringify(wanted.arguments)}: ${seen}`;
}
