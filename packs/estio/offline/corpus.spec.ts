import { readFileSync } from 'node:fs';
import type { ModelMessage } from '#models';
import { OfflineModel, offlineHintsOf } from '#offline-model';
import { detectLanguage } from '#text';
import { everyTool, platformTools, scopeTools, ToolRegistry, TOOL_SEARCH } from '#tools';
import { estio } from '../index.ts';
import { chooseAgentByCues } from './choose-agent.ts';
import { estioOffline } from './index.ts';

/** A message of staff about a contact, with what has to follow. */
interface Row {
  id: string;
  language: 'en' | 'ar';
  /** Messages of the conversation before it. */
  after?: string[];
  text: string;
  /** The agent that is chosen for it, where that matters. */
  agent?: string;
  /** "declines": no tool is called. */
  expect: 'declines' | { tool: string; arguments: Record<string, unknown> };
  /** Arguments that the call must not have. */
  without?: string[];
  /** Left out of the run until this is there. */
}

const rows = JSON.parse(readFileSync('packs/estio/offline/corpus.json', 'utf8')) as Row[];
const registry = new ToolRegistry([estio], platformTools);
const hints = offlineHintsOf(registry, [estioOffline]);
const MAX_ROUNDS = 6;

interface Said {
  agent: string;
  calls: { name: string; input: Record<string, unknown> }[];
  reply: string;
}

/** Says the messages in turn to the agents that are chosen for them; gives the calls and the reply of the last one. */
async function talk(texts: readonly string[]): Promise<Said> {
  const model = new OfflineModel(hints, false);
  const messages: ModelMessage[] = [];
  let said: Said = { agent: '', calls: [], reply: '' };
  for (const text of texts) {
    const lastAgent = said.agent || undefined;
    const { agent } = chooseAgentByCues({ text, language: detectLanguage(text), lastAgent });
    said = { agent, calls: [], reply: '' };
    messages.push({ role: 'user', text });
    for (let round = 1; said.reply === '' && round <= MAX_ROUNDS; round += 1) {
      const { text: reply, toolCalls } = await model.generate(requestOf(messages, text, agent));
      messages.push({ role: 'assistant', text: reply, toolCalls });
      if (toolCalls.length === 0) said.reply = reply;
      for (const { id, name, arguments: input } of toolCalls) {
        said.calls.push({ name, input });
        const result = resultOf(name);
        messages.push({ role: 'tool', toolCallId: id, name, text: JSON.stringify(result) });
      }
    }
  }
  return said;
}

/** Calls fail, so that the corpus needs no records; what a call is made with does not depend on them. */
function resultOf(name: string) {
  if (name === TOOL_SEARCH) return { success: true, data: { tools: [] } };
  return { success: false, error: 'There are no records here.', errorClass: 'UPSTREAM_UNAVAILABLE' };
}

function requestOf(messages: ModelMessage[], text: string, agent: string) {
  const { usable } = scopeTools({
    registry: registry.effective('org'),
    agent: { pack: 'estio', name: agent },
    orgPacks: ['estio'],
    disabledTools: new Set(),
    channel: 'chat',
    caller: 'staff',
    conversation: everyTool,
  });
  return {
    model: 'offline-standard',
    system: '',
    messages,
    tools: usable.map(({ registered: { tool, parameters } }) => ({
      name: tool.name,
      description: tool.description,
      parameters,
    })),
    signal: new AbortController().signal,
    facts: {
      orgId: 'org',
      pack: 'estio',
      agent,
      contactId: 'contact-015',
      conversationId: 'conversation',
      userId: 'agent-01',
      channel: 'chat',
      language: detectLanguage(text),
      timezone: 'Asia/Nicosia',
      now: new Date('2026-11-16T09:00:00Z'),
    },
  };
}

function problemOf(row: Row, { agent, calls, reply }: Said): string | undefined {
  const made = calls.filter(({ name }) => name !== TOOL_SEARCH);
  const seen = `${made.map(({ name, input }) => `${name} ${JSON.stringify(input)}`).join('; ')} → ${reply}`;
  if (row.agent && agent !== row.agent) return `goes to ${agent}, not to ${row.agent}`;
  if (detectLanguage(reply) !== row.language) return `is not answered in ${row.language}: ${seen}`;
  if (row.expect === 'declines') return made.length > 0 ? `is answered: ${seen}` : undefined;
  const { tool, arguments: wanted } = row.expect;
  const [call, ...others] = made;
  const isWanted =
    call?.name === tool &&
    others.length === 0 &&
    Object.entries(wanted).every(
      ([name, value]) => JSON.stringify(call.input[name]) === JSON.stringify(value),
    ) &&
    (row.without ?? []).every((name) => !(name in call.input));
  return isWanted ? undefined : `expected ${tool} ${JSON.stringify(wanted)}: ${seen}`;
}

describe('the offline model in the pack estio', () => {
  it('serves each message of the corpus, or declines it', async () => {
    const failures: string[] = [];
    for (const row of rows) {
      const problem = problemOf(row, await talk([...(row.after ?? []), row.text]));
      if (problem) failures.push(`${row.id} "${row.text}": ${problem}`);
    }
    expect(failures).toEqual([]);
  });
});
