import type { OrgTransaction } from '#pack-kit';

export interface CurrentVersion {
  kind: string;
  version: number;
}

const CURRENT = `
  SELECT coalesce(json_agg(json_build_object('kind', a.kind, 'version', a.current_version) ORDER BY a.kind)
                  FILTER (WHERE a.id IS NOT NULL), '[]') AS versions
    FROM conversations c LEFT JOIN artifacts a ON a.org_id = c.org_id AND a.conversation_id = c.id
   WHERE c.org_id = $1 AND c.id = $2 GROUP BY c.id`;

/** The artifacts of a conversation. @returns undefined if the org has no such conversation. */
export async function artifactVersions(
  tx: OrgTransaction,
  conversationId: string,
): Promise<CurrentVersion[] | undefined> {
  const [row] = await tx.query<{ versions: CurrentVersion[] }>(CURRENT, [conversationId]);
  return row?.versions;
}

/** Ids of conversations with artifacts that begin with `typed`, the last changed first. */
export async function conversationsWithArtifacts(
  tx: OrgTransaction,
  typed: string,
  most: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT conversation_id::text AS id FROM artifacts
      WHERE org_id = $1 AND starts_with(conversation_id::text, $2)
      GROUP BY conversation_id ORDER BY max(updated_at) DESC, conversation_id LIMIT $3`,
    [typed, most],
  );
  return rows.map(({ id }) => id);
}
