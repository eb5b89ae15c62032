import { readFileSync } from 'node:fs';
import type { ModelMessage } from '#models';
import { OfflineModel, offlineHintsOf } from '#offline-model';
import { detectLanguage } from '#text';
import { everyTool, platformTools, scopeTools, ToolRegistry, TOOL_SEARCH } from '#tools';
import { readProfile } from '../agents/lead-profile.ts';
import { consult } from '../index.ts';
import { consultOffline } from './index.ts';
import { chooseAgentRules } from './rules/choose-agent.ts';

/** A message of a visitor or of an admin, with what has to follow. */
interface Row {
  id: string;
  language: 'en' | 'ar';
  /** Messages of the conversation before it. */
  after?: string[];
  text: string;
  /** A visitor, where it is absent. */
  caller?: 'admin';
  /** The agent that is chosen for it, where that matters. */
  agent?: string;
  /** "declines": no tool is called, and the reply has no figures. */
  expect: 'declines' | { tool: string; arguments: Record<string, unknown> };
  /** Arguments that the call must not have. */
  without?: string[];
  /** A part of the reply. */
  says?: string;
}

const rows = JSON.parse(readFileSync('packs/consult/offline/corpus.json', 'utf8')) as Row[];
const registry = new ToolRegistry([consult], platformTools);
const hints = offlineHintsOf(registry, [consultOffline]);
/** Figures with more than three digits. */
const FIGURE = /\d{1,3}(?:,\d{3})+|(?<!\d)\d{4,}/;
/** A declining reply quotes what it has not understood, and examples. */
const QUOTED = /“[^”]*”|«[^»]*»/g;
const MAX_ROUNDS = 6;

interface Said {
  agent: string;
  calls: { name: string; input: Record<string, unknown> }[];
  reply: string;
}

/** Says the messages in turn to the agents that are chosen for them; gives the calls and the reply of the last one. */
async function talk(texts: readonly string[], caller: 'admin' | 'contact'): Promise<Said> {
  const model = new OfflineModel(hints, false);
  const messages: ModelMessage[] = [];
  let known: Record<string, unknown> = {};
  let said: Said = { agent: '', calls: [], reply: '' };
  for (const text of texts) {
    const language = detectLanguage(text);
    const { agent } = chooseAgentRules({ text, language, caller, lastAgent: said.agent || undefined });
    known = { ...known, ...readProfile(text) };
    said = { agent, calls: [], reply: '' };
    messages.push({ role: 'user', text });
    for (let round = 1; said.reply === '' && round <= MAX_ROUNDS; round += 1) {
      const request = requestOf(messages, { text, agent, caller, known });
      const { text: reply, toolCalls } = await model.generate(request);
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

interface Turn {
  text: string;
  agent: string;
  caller: 'admin' | 'contact';
  /** The profile that the visitor has told before. */
  known: Readonly<Record<string, unknown>>;
}

function requestOf(messages: ModelMessage[], { text, agent, caller, known }: Turn) {
  const { usable } = scopeTools({
    registry: registry.effective('org'),
    agent: { pack: 'consult', name: agent },
    orgPacks: ['consult'],
    disabledTools: new Set(),
    channel: 'chat',
    caller,
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
      pack: 'consult',
      agent,
      contactId: 'visitor-01',
      conversationId: 'conversation',
      userId: caller === 'admin' ? 'consultant' : null,
      channel: 'chat',
      language: detectLanguage(text),
      timezone: 'UTC',
      now: new Date('2026-11-16T09:00:00Z'),
      known,
    },
  };
}

function problemOf(row: Row, { agent, calls, reply }: Said): string | undefined {
  const made = calls.filter(({ name }) => name !== TOOL_SEARCH);
  const seen = `${made.map(({ name, input }) => `${name} ${JSON.stringify(input)}`).join('; ')} → ${reply}`;
  if (row.agent && agent !== row.agent) return `goes to ${agent}, not to ${row.agent}`;
  if (detectLanguage(reply) !== row.language) return `is not answered in ${row.language}: ${seen}`;
  if (row.says !== undefined && !reply.includes(row.says)) return `does not say "${row.says}": ${seen}`;
  if (row.expect === 'declines')
    return made.length > 0 || FIGURE.test(reply.replace(QUOTED, '')) ? `is answered: ${seen}` : undefined;
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

describe('the offline model in the pack consult', () => {
  it('serves each message of the corpus, or declines it', async () => {
    const failures: string[] = [];
    for (const row of rows) {
      const problem = problemOf(row, await talk([...(row.after ?? []), row.text], row.caller ?? 'contact'));
      if (problem) failures.push(`${row.id} "${row.text}": ${problem}`);
    }
    expect(failures).toEqual([]);
  });
});
