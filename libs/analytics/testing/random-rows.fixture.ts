import { SeededRandom } from '../../../test/harness/seeded-random.ts';
import { randomUUID } from 'node:crypto';
import type { Database } from '#database';

export interface RandomRows {
  orgId: string;
  turns: number;
  from: Date;
  to: Date;
  seed: number;
  contact?: string;
}

const TOOLS = ['search', 'book', 'cancel', 'tool_search', "o'clock"];
const AGENTS = ['searcher', 'closer', null];
const CHANNELS = ['chat', 'voice', 'whatsapp'];
const MODELS = ['gpt-5-mini', 'gemini-3-flash', null];
const INTENTS = [[], ['booking'], ['price'], ['booking', 'price']];
const REPLIES = ['There are three.', 'Which town?', 'أي مدينة؟', 'Is it **Paphos**?', 'Done!'];
const LATE_MS = 600_000;

type Row = Record<string, unknown>;

/** Stores turns with their dependent rows, and tool calls without a turn, at random times of a range. */
export async function addRandomRows(
  database: Database,
  { orgId, turns: count, from, to, seed, contact }: RandomRows,
): Promise<void> {
  const draw = drawsOf(seed);
  const rows: Record<keyof typeof INSERTS, Row[]> = {
    turns: [],
    messages: [],
    decisions: [],
    feedback: [],
    steps: [],
    calls: [],
    traces: [],
  };
  for (let index = 0; index < count; index += 1) {
    const turn = randomTurn(draw, { from, to, contact });
    rows.turns.push(turn);
    if (turn.reply_message_id) rows.messages.push(replyOf(draw, turn));
    if (draw.chance(0.3)) rows.steps.push(contextStepOf(draw, turn));
    if (draw.chance(0.2)) rows.feedback.push(feedbackOf(draw, turn));
    const selected = [...new Set([draw.pick(TOOLS), draw.pick(TOOLS)])].slice(draw.below(2));
    if (turn.state === 'completed' && draw.chance(0.9)) rows.decisions.push(decisionOf(draw, turn, selected));
    for (let call = draw.below(3); call >= 0; call -= 1) {
      rows.calls.push(toolCallOf(draw, turn));
      rows.traces.push(traceOf(draw, turn));
    }
  }
  await database.asPlatform('the writer of traces serves every org', (tx) =>
    tx.query('SELECT ensure_trace_partition($1), ensure_trace_partition($2)', [from, to]),
  );
  await database.forOrg(orgId, async (tx) => {
    for (const [name, statement] of Object.entries(INSERTS))
      await tx.execute(statement, [JSON.stringify(rows[name as keyof typeof rows])]);
  });
}

type Draw = ReturnType<typeof drawsOf>;

function drawsOf(seed: number) {
  const dice = new SeededRandom(seed);
  const random = () => dice.next();
  return {
    random,
    /** A random integer. */
    below: (limit: number) => Math.floor(random() * limit),
    chance: (share: number) => random() < share,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item,
    /** A random duration with a logarithmic distribution; sometimes zero. */
    durationMs: () => (random() < 0.02 ? 0 : Math.exp(random() * 12) / 10),
  };
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

function randomTurn(draw: Draw, { from, to, contact }: Pick<RandomRows, 'from' | 'to' | 'contact'>) {
  const created = after(from, draw.random() * (to.getTime() - from.getTime()));
  const started = draw.chance(0.95) ? after(created, draw.durationMs() % LATE_MS) : null;
  const finished = started && draw.chance(0.9) ? after(started, draw.durationMs() % LATE_MS) : null;
  const state = finished ? draw.pick(['completed', 'completed', 'failed', 'cancelled']) : 'running';
  return {
    id: randomUUID(),
    conversation_id: randomUUID(),
    seq: Math.ceil(draw.random() * 3),
    message_id: randomUUID(),
    reply_message_id: state === 'completed' ? randomUUID() : null,
    state,
    channel: draw.pick(CHANNELS),
    pack: draw.pick(['estio', 'ohm']),
    agent: draw.pick(AGENTS),
    contact_id: contact ?? `c-${draw.below(20)}`,
    caller_kind: draw.pick(['contact', 'staff']),
    model: draw.pick(MODELS),
    prompt_tokens: draw.below(9_000),
    cached_tokens: draw.below(900),
    completion_tokens: draw.below(900),
    cost_usd: (draw.random() / 100).toFixed(8),
    tool_calls: draw.below(3),
    created_at: created,
    started_at: started,
    finished_at: finished,
    ...attemptsOf(draw, created, finished),
  };
}

/** Some turns waited for people, and some were retried after a first failure. */
function attemptsOf(draw: Draw, created: Date, finished: Date | null) {
  const totalMs = finished ? finished.getTime() - created.getTime() : 0;
  const retried = finished !== null && draw.chance(0.2);
  return {
    waited_ms: finished && draw.chance(0.2) ? totalMs * draw.random() : 0,
    retries: retried ? 1 + draw.below(2) : 0,
    first_finished_at: retried ? after(created, totalMs * draw.random()) : null,
  };
}

type RandomTurn = ReturnType<typeof randomTurn>;

function replyOf(draw: Draw, turn: RandomTurn): Row {
  return {
    id: turn.reply_message_id,
    conversation_id: turn.conversation_id,
    turn_id: turn.id,
    text: draw.pick(REPLIES),
    created_at: turn.finished_at,
  };
}

function contextStepOf(draw: Draw, turn: RandomTurn): Row {
  return {
    turn_id: turn.id,
    key: 'context',
    outcome: { blocks: [{ name: draw.pick(['insights', 'artifacts']) }] },
  };
}

function feedbackOf(draw: Draw, turn: RandomTurn): Row {
  return {
    turn_id: turn.id,
    rating: draw.pick(['up', 'down']),
    updated_at: turn.finished_at ?? turn.created_at,
  };
}

function decisionOf(draw: Draw, turn: RandomTurn, selected: readonly string[]): Row {
  return {
    turn_id: turn.id,
    mode: draw.pick(['off', 'shadow', 'enforce']),
    agent: turn.agent ?? 'searcher',
    intents: draw.pick(INTENTS),
    tools_in_scope: 10 + draw.below(20),
    tools_offered: TOOLS.slice(draw.below(4)),
    tools_selected: selected,
    tools_brokered: draw.chance(0.8) ? TOOLS : null,
    tools_missed: draw.chance(0.3) ? selected.slice(0, 1) : [],
    found_by_search: draw.chance(0.3) ? selected : [],
    tokens_in_scope: 4_000,
    tokens_offered: draw.below(4_000),
    tokens_brokered: draw.chance(0.8) ? draw.below(2_000) : null,
    cached_tokens_lost: draw.below(200),
    selection_us: draw.chance(0.9) ? Math.floor(draw.durationMs()) : null,
    created_at: turn.finished_at,
  };
}

function toolCallOf(draw: Draw, turn: RandomTurn): Row {
  const success = draw.chance(0.8);
  return {
    id: randomUUID(),
    turn_id: draw.chance(0.9) ? turn.id : null,
    step_key: draw.pick(['tool:1:0', 'program:1:0:2']),
    tool: draw.pick(TOOLS),
    success,
    cached: draw.chance(0.3),
    duration_ms: draw.durationMs(),
    channel: turn.channel,
    capability: success && draw.chance(0.4) ? 'maps' : null,
    created_at: after(turn.created_at, draw.random() * 5_000),
  };
}

/** A run with one call of a model, which has ended or not. */
function traceOf(draw: Draw, turn: RandomTurn): Row {
  const status = draw.pick(['success', 'success', 'error', 'running']);
  const call = {
    spanId: randomUUID().slice(0, 16),
    model: draw.pick(MODELS),
    promptTokens: draw.below(900),
    completionTokens: draw.below(90),
    costUsd: draw.random() / 1_000,
    latencyMs: draw.durationMs(),
    status,
  };
  return {
    span_id: call.spanId,
    started_at: after(turn.created_at, draw.random() * 5_000),
    conversation_id: turn.conversation_id,
    turn_id: turn.id,
    model_calls: status === 'running' ? null : [call],
    status,
  };
}

const from = (table: string) => `FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) r`;

const INSERTS = {
  turns: `INSERT INTO turns (org_id, id, conversation_id, seq, message_id, reply_message_id, state, channel, pack, agent, contact_id,
      caller_kind, model, prompt_tokens, cached_tokens, completion_tokens, cost_usd, tool_calls, trace_id, traceparent, created_at,
      started_at, finished_at, waited_ms, retries, first_finished_at)
    SELECT $1, id, conversation_id, seq, message_id, reply_message_id, state, channel, pack, agent, contact_id, caller_kind, model,
      prompt_tokens, cached_tokens, completion_tokens, cost_usd, tool_calls, replace(id::text, '-', ''), '', created_at, started_at,
      finished_at, waited_ms, retries, first_finished_at ${from('turns')}`,
  messages: `INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
    SELECT $1, id, conversation_id, turn_id, 1, 1, 'assistant', 'agent', text, created_at ${from('messages')}`,
  steps: `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
    SELECT $1, turn_id, key, '', outcome ${from('turn_steps')}`,
  feedback: `INSERT INTO turn_feedback (org_id, turn_id, author, rating, created_at, updated_at)
    SELECT $1, turn_id, 'ann', rating, updated_at, updated_at ${from('turn_feedback')}`,
  decisions: `INSERT INTO broker_decisions (org_id, turn_id, mode, agent, intents, tools_in_scope, tools_offered, tools_selected,
      tools_brokered, tools_missed, found_by_search, tokens_in_scope, tokens_offered, tokens_brokered, cached_tokens_lost, selection_us,
      reasons, created_at)
    SELECT $1, turn_id, mode, agent, intents, tools_in_scope, tools_offered, tools_selected, tools_brokered, tools_missed,
      found_by_search, tokens_in_scope, tokens_offered, tokens_brokered, cached_tokens_lost, selection_us, '{}', created_at
      ${from('broker_decisions')}`,
  calls: `INSERT INTO tool_calls (org_id, id, turn_id, step_key, tool, pack, arguments, result, success, attempts, cached, duration_ms,
      channel, caller_kind, capability, created_at)
    SELECT $1, id, turn_id, step_key, tool, 'estio', '{}', '{}', success, 1, cached, duration_ms, channel, 'contact', capability,
      created_at ${from('tool_calls')}`,
  traces: `INSERT INTO traces (org_id, trace_id, span_id, started_at, name, kind, conversation_id, turn_id, model_calls, status)
    SELECT $1, span_id, span_id, started_at, 'turn', 'turn', conversation_id, turn_id, model_calls, status ${from('traces')}`,
};
