import type { OrgTransaction } from '#database';

/** Stores how far the summary of a conversation reaches. It never goes back. */
export async function coverTurns(
  tx: OrgTransaction,
  conversationId: string,
  lastTurn: number,
): Promise<void> {
  await tx.execute(
    `UPDATE conversations SET summarized_turns = GREATEST(summarized_turns, $3) WHERE org_id = $1 AND id = $2`,
    [conversationId, lastTurn],
  );
}
