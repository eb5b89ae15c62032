import { createHash } from 'node:crypto';
import { ArtifactService } from '#artifacts';
import { FixedClock } from '#config';
import type { CallerKind, UserRole } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import { insertMissing, type Pack, type SeededConversation, type SeededTurn } from '#pack-kit';
import { insertTraces } from '#telemetry';
import { artifactKindsOf } from '#tools';
import { seedPicture } from './seeded-pictures.repository.ts';
import { CALL_MS, endOf, traceOf } from './seeded-traces.repository.ts';

/** There are no listeners while a database is seeded. */
const noListeners = { announce: () => Promise.resolve() };

/** @returns the ids that no conversation of the org has. */
export async function missingConversations(
  tx: OrgTransaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = await tx.query<{ id: string }>(
    'SELECT id FROM conversations WHERE org_id = $1 AND id = ANY($2::uuid[])',
    [ids],
  );
  const knownIds = new Set(known.map(({ id }) => id));
  return new Set(ids.filter((id) => !knownIds.has(id)));
}

/**
 * Adds a conversation of demo history with its messages, ended turns, tool calls, traces, shared context and artifacts.
 * Artifacts are written like any others, and so computed and checked. A conversation that already exists is left unchanged.
 */
export async function seedConversation(
  tx: OrgTransaction,
  database: Database,
  pack: Pick<Pack, 'artifacts'>,
  seeded: SeededConversation,
): Promise<void> {
  const { id, contactId, channel, turns, artifacts = [] } = seeded;
  if (!(await missingConversations(tx, [id])).has(id)) return;
  const last = turns.at(-1);
  const begun = turns[0]?.at ?? new Date(0);
  const writers = await writersOf(tx, turns);
  await insertMissing(tx, 'conversations', [
    {
      id,
      contactId,
      channel,
      pack: seeded.pack,
      agent: last?.agent ?? null,
      status: 'open',
      turnCount: turns.length,
      messageCount: turns.reduce((count, { reply }) => count + (reply === undefined ? 1 : 2), 0),
      artifactUpdates: 0,
      summarizedTurns: seeded.summarizedTurns ?? 0,
      recentTools: [],
      toolsDenied: [],
      createdAt: begun,
      lastMessageAt: last?.at ?? begun,
    },
  ]);
  const stored = turns.map((turn, index) => ({ turn, row: turnRow(seeded, turn, index + 1, writers) }));
  await insertMissing(
    tx,
    'turns',
    stored.map(({ row }) => row),
  );
  await insertMissing(
    tx,
    'messages',
    turns.flatMap((turn, index) => messageRows(seeded, turn, index + 1, writers)),
  );
  await insertMissing(
    tx,
    'tool_calls',
    turns.flatMap((turn, index) => callRows(seeded, turn, index + 1, writers)),
  );
  await insertTraces(
    tx,
    stored.map(({ turn, row }) => traceOf(tx.orgId, row, turn)),
  );
  for (const picture of seeded.pictures ?? []) await seedPicture(tx, seeded, picture);
  for (const { kind, content, at, agent, parts } of artifacts) {
    const author = agent === undefined ? { kind: 'system' as const } : { kind: 'agent' as const, agent };
    await new ArtifactService(database, new FixedClock(at), noListeners).write(
      tx,
      { conversationId: id, kinds: artifactKindsOf([pack]), author, announce: false },
      { kind, content },
      parts ? { parts } : {},
    );
  }
}

interface Writer {
  id: string;
  handle: string;
  role: UserRole;
}
type Writers = ReadonlyMap<string, Writer>;

/** The members of the org who wrote some of the messages, by handle. */
async function writersOf(tx: OrgTransaction, turns: readonly SeededTurn[]): Promise<Writers> {
  const handles = turns.flatMap(({ staff }) => staff ?? []);
  if (handles.length === 0) return new Map();
  const rows = await tx.query<Writer>(
    'SELECT id, handle, role FROM users WHERE org_id = $1 AND handle = ANY($2)',
    [handles],
  );
  return new Map(rows.map((row) => [row.handle, row]));
}

/** The author of the message: the contact, or a member of the org who writes about the contact. */
function callerOf({ staff }: SeededTurn, writers: Writers): { kind: CallerKind; userId: string | null } {
  if (staff === undefined) return { kind: 'contact', userId: null };
  const writer = writers.get(staff);
  if (!writer) throw new Error(`The org has no member ${staff}`);
  return { kind: writer.role === 'org_admin' ? 'admin' : 'staff', userId: writer.id };
}

function turnRow(
  { id, contactId, channel, pack }: SeededConversation,
  turn: SeededTurn,
  seq: number,
  writers: Writers,
) {
  const { at, agent, reply, calls = [] } = turn;
  const traceId = hexOf(`${id}:trace:${seq}`);
  const caller = callerOf(turn, writers);
  return {
    id: idOf(id, `turn:${seq}`),
    conversationId: id,
    seq,
    messageId: idOf(id, `question:${seq}`),
    replyMessageId: reply === undefined ? null : idOf(id, `reply:${seq}`),
    state: reply === undefined ? 'cancelled' : 'completed',
    run: 0,
    starts: 1,
    channel,
    priorityClass: 'chat',
    admission: 'behind',
    cancelRequested: false,
    pack,
    agent,
    contactId,
    callerKind: caller.kind,
    callerUserId: caller.userId,
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
    costUsd: 0,
    modelRounds: 0,
    toolCalls: calls.length,
    modelMs: 0,
    toolMs: calls.length * CALL_MS,
    traceId,
    traceparent: `00-${traceId}-${traceId.slice(0, 16)}-00`,
    metadata: {},
    createdAt: at,
    startedAt: at,
    finishedAt: endOf(turn),
  };
}

function messageRows({ id }: SeededConversation, turn: SeededTurn, turnSeq: number, writers: Writers) {
  const { at, text, reply } = turn;
  const { userId } = callerOf(turn, writers);
  const common = { conversationId: id, turnId: idOf(id, `turn:${turnSeq}`), turnSeq, attachments: [] };
  const question = {
    ...common,
    seq: 0,
    role: 'user',
    authorKind: userId === null ? 'contact' : 'staff',
    authorUserId: userId,
    text,
    createdAt: at,
  };
  const answer = {
    ...common,
    seq: 1,
    role: 'assistant',
    authorKind: 'agent',
    text: reply,
    createdAt: endOf(turn),
  };
  return [
    { id: idOf(id, `question:${turnSeq}`), ...question },
    ...(reply === undefined ? [] : [{ id: idOf(id, `reply:${turnSeq}`), ...answer }]),
  ];
}

function callRows(
  { id, pack, channel }: SeededConversation,
  turn: SeededTurn,
  turnSeq: number,
  writers: Writers,
) {
  const { at, calls = [] } = turn;
  return calls.map(({ tool, arguments: given = {}, result = {} }, index) => ({
    id: idOf(id, `call:${turnSeq}:${index}`),
    turnId: idOf(id, `turn:${turnSeq}`),
    conversationId: id,
    stepKey: `tool:1:${index}`,
    tool,
    pack,
    arguments: given,
    result: { success: true, data: result },
    success: true,
    attempts: 1,
    cached: false,
    durationMs: CALL_MS,
    channel,
    callerKind: callerOf(turn, writers).kind,
    createdAt: at,
  }));
}

function hexOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A UUID (version 8) that is the same at every start. */
function idOf(conversationId: string, name: string): string {
  const hex = hexOf(`${conversationId}:${name}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
