import { createHash } from 'node:crypto';
import { ArtifactService } from '#artifacts';
import { FixedClock } from '#config';
import { insertMissing, type Database, type OrgTransaction } from '#database';
import { artifactKindsOf, type Pack, type SeededConversation, type SeededTurn } from '#tools';

/** Nobody listens while a database is seeded. */
const nobody = { announce: () => Promise.resolve() };

/**
 * Adds a conversation of demo history: its messages and completed turns, their calls, and its artifacts, which are
 * written as any others and so computed and checked. One that the org has already stays as it is.
 */
export async function seedConversation(
  tx: OrgTransaction,
  database: Database,
  pack: Pick<Pack, 'artifacts'>,
  seeded: SeededConversation,
): Promise<void> {
  const { id, contactId, channel, turns, artifacts = [] } = seeded;
  const [known] = await tx.query<{ id: string }>(
    'SELECT id FROM conversations WHERE org_id = $1 AND id = $2',
    [id],
  );
  if (known) return;
  const last = turns.at(-1);
  const begun = turns[0]?.at ?? new Date(0);
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
  await insertMissing(
    tx,
    'turns',
    turns.map((turn, index) => turnRow(seeded, turn, index + 1)),
  );
  await insertMissing(
    tx,
    'messages',
    turns.flatMap((turn, index) => messageRows(seeded, turn, index + 1)),
  );
  await insertMissing(
    tx,
    'tool_calls',
    turns.flatMap((turn, index) => callRows(seeded, turn, index + 1)),
  );
  for (const { kind, content, at, agent, parts } of artifacts) {
    const author = agent === undefined ? { kind: 'system' as const } : { kind: 'agent' as const, agent };
    await new ArtifactService(database, new FixedClock(at), nobody).write(
      tx,
      { conversationId: id, kinds: artifactKindsOf([pack]), author, untold: false },
      { kind, content },
      parts ? { parts } : {},
    );
  }
}

function turnRow({ id, contactId, channel, pack }: SeededConversation, turn: SeededTurn, seq: number) {
  const { at, agent, reply, calls = [] } = turn;
  const traceId = hexOf(`${id}:trace:${seq}`);
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
    lane: 'chat',
    admission: 'behind',
    cancelRequested: false,
    pack,
    agent,
    contactId,
    callerKind: 'contact',
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
    costUsd: 0,
    modelRounds: 0,
    toolCalls: calls.length,
    modelMs: 0,
    toolMs: 0,
    traceId,
    traceparent: `00-${traceId}-${traceId.slice(0, 16)}-00`,
    metadata: {},
    createdAt: at,
    startedAt: at,
    finishedAt: at,
  };
}

function messageRows({ id }: SeededConversation, { at, text, reply }: SeededTurn, turnSeq: number) {
  const common = { conversationId: id, turnId: idOf(id, `turn:${turnSeq}`), turnSeq, attachments: [] };
  const question = { ...common, seq: 0, role: 'user', authorKind: 'contact', text, createdAt: at };
  const answer = { ...common, seq: 1, role: 'assistant', authorKind: 'agent', text: reply, createdAt: at };
  return [
    { id: idOf(id, `question:${turnSeq}`), ...question },
    ...(reply === undefined ? [] : [{ id: idOf(id, `reply:${turnSeq}`), ...answer }]),
  ];
}

function callRows(
  { id, pack, channel }: SeededConversation,
  { at, calls = [] }: SeededTurn,
  turnSeq: number,
) {
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
    durationMs: 0,
    channel,
    callerKind: 'contact',
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
