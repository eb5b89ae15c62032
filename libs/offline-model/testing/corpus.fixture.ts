import { readFileSync } from 'node:fs';
import type { GenerateRequest, ModelMessage } from '#models';
import { detectLanguage } from '#text';
import { everyTool, scopeTools, type ToolRegistry, TOOL_SEARCH } from '#tools';
import { offlineHintsOf } from '../stand-in.ts';
import type { OfflinePack } from '../offline-pack.ts';
import { OfflineModel } from '../offline.model.ts';
import { standInRequest } from './stand-in-request.fixture.ts';

/** A message with the expected result. */
interface CorpusRow {
  id: string;
  language: 'en' | 'ar';
  /** Earlier messages of the conversation. */
  after?: string[];
  text: string;
  /** Expected part of the reply. */
  says?: string;
  /** Set to `admin` if the caller is not the default caller of the corpus. */
  caller?: 'admin';
  /** The expected agent, if relevant. */
  agent?: string;
  /** "declines": no tool is called and the reply has no figures. */
  expect: 'declines' | { tool: string; arguments: Record<string, unknown> };
  /** Arguments that the call must not have. */
  without?: string[];
}

type Caller = 'staff' | 'admin' | 'contact';
type Facts = NonNullable<GenerateRequest['facts']>;

interface Corpus {
  pack: string;
  registry: ToolRegistry;
  offline: OfflinePack;
  caller: Caller;
  agentFor: (message: {
    text: string;
    language: string;
    caller: Caller;
    lastAgent: string | undefined;
  }) => string;
  /** Facts of the turn, given the messages up to it. */
  facts: (messages: readonly string[], caller: Caller) => Partial<Facts>;
  /**
   * The result of a call. By default calls fail, so that the corpus needs no records. The arguments of a call do not depend
   * on records.
   */
  call?: (name: string, input: Record<string, unknown>) => Promise<object>;
  /** Tools that may be called in addition to the expected one. */
  beside?: string[];
  /** Figures that a declining reply must not have. */
  figure?: RegExp;
}

/** Registers the test of a corpus file: every message is served or declined as its row says. */
export function itServes(file: string, corpus: Corpus): void {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as CorpusRow[];
  it('serves each message of the corpus, or declines it', async () => {
    const failures: string[] = [];
    for (const row of rows) {
      const turn = await talk([...(row.after ?? []), row.text], {
        ...corpus,
        caller: row.caller ?? corpus.caller,
      });
      const problem = problemOf(row, turn, corpus);
      if (problem) failures.push(`${row.id} "${row.text}": ${problem}`);
    }
    expect(failures).toEqual([]);
  });
}

interface Turn {
  agent: string;
  calls: { name: string; input: Record<string, unknown> }[];
  reply: string;
}

const MAX_ROUNDS = 6;

/** Sends the messages one after another to the selected agents. Returns the calls and the reply of the last turn. */
async function talk(texts: readonly string[], corpus: Corpus): Promise<Turn> {
  const { registry, offline, caller, facts, agentFor, call = noRecords } = corpus;
  const model = new OfflineModel(offlineHintsOf(registry, [offline]), false);
  const messages: ModelMessage[] = [];
  let turn: Turn = { agent: '', calls: [], reply: '' };
  for (const [index, text] of texts.entries()) {
    const agent = agentFor({
      text,
      language: detectLanguage(text),
      caller,
      lastAgent: turn.agent || undefined,
    });
    turn = { agent, calls: [], reply: '' };
    messages.push({ role: 'user', text });
    for (let round = 1; turn.reply === '' && round <= MAX_ROUNDS; round += 1) {
      const own = facts(texts.slice(0, index + 1), caller);
      const { text: reply, toolCalls } = await model.generate(offlineRequest(corpus, agent, messages, own));
      messages.push({ role: 'assistant', text: reply, toolCalls });
      if (toolCalls.length === 0) turn.reply = reply;
      for (const { id, name, arguments: input } of toolCalls) {
        turn.calls.push({ name, input });
        const result =
          name === TOOL_SEARCH ? { success: true, data: { tools: [] } } : await call(name, input);
        messages.push({ role: 'tool', toolCallId: id, name, text: JSON.stringify(result) });
      }
    }
  }
  return turn;
}

async function noRecords() {
  return { success: false, error: 'There are no records here.', errorClass: 'UPSTREAM_UNAVAILABLE' };
}

/** The request of a model round with all tools of the agent. */
export function offlineRequest(
  { registry, pack, caller }: Pick<Corpus, 'registry' | 'pack' | 'caller'>,
  agent: string,
  messages: ModelMessage[],
  facts: Partial<Facts>,
): GenerateRequest {
  const { usable } = scopeTools({
    registry: registry.effective('org'),
    agent: { pack, name: agent },
    orgPacks: [pack],
    disabledTools: new Set(),
    channel: 'chat',
    caller,
    conversation: everyTool,
  });
  const text = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const tools = usable.map(({ registered: { tool, parameters } }) => ({
    name: tool.name,
    description: tool.description,
    parameters,
  }));
  return standInRequest(messages, tools, { pack, agent, language: detectLanguage(text), ...facts });
}

/** Quotations in a declining reply: unread words and examples. */
const QUOTED = /“[^”]*”|«[^»]*»/g;

function problemOf(row: CorpusRow, { agent, calls, reply }: Turn, { beside = [], figure }: Corpus) {
  const made = calls.filter(({ name }) => name !== TOOL_SEARCH && !beside.includes(name));
  const seen = `${calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`).join('; ')} → ${reply}`;
  if (row.agent && agent !== row.agent) return `goes to ${agent}, not to ${row.agent}`;
  if (detectLanguage(reply) !== row.language) return `is not answered in ${row.language}: ${seen}`;
  if (row.says !== undefined && !reply.includes(row.says)) return `does not say "${row.says}": ${seen}`;
  if (row.expect === 'declines')
    return made.length > 0 || figure?.test(reply.replaceAll(QUOTED, '')) ? `is answered: ${seen}` : undefined;
  const { tool, arguments: wanted } = row.expect;
  const [call, ...others] = beside.includes(tool) ? calls : made;
  const isWanted =
    call?.name === tool &&
    others.length === 0 &&
    Object.entries(wanted).every(
      ([name, value]) => JSON.stringify(call.input[name]) === JSON.stringify(value),
    ) &&
    (row.without ?? []).every((name) => !(name in call.input));
  return isWanted ? undefined : `expected ${tool} ${JSON.stringify(wanted)}: ${seen}`;
}
