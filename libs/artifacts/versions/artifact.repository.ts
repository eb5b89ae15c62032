import { type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { ArtifactContent } from '#pack-kit';
import type { ArtifactVersion, AuthorKind } from './artifact-version.entity.ts';

export interface ArtifactAuthor {
  kind: AuthorKind;
  /** Id of a user. Other ids are not stored. */
  userId?: string | undefined;
  agent?: string | undefined;
  turnId?: string | undefined;
  toolCallId?: string | undefined;
}

export type AuthorColumns = Pick<ArtifactVersion, 'createdBy' | 'createdByKind' | 'agent'>;

export interface VersionRow extends AuthorColumns {
  id: string;
  kind: string;
  title: string;
  version: number;
  currentVersion: number;
  content: string | null;
  contentJson: Record<string, unknown> | null;
  contentHash: string;
  createdAt: Date;
}

export interface NewVersion extends Omit<
  ArtifactVersion,
  'orgId' | 'createdBy' | 'createdByKind' | 'agent' | 'turnId' | 'toolCallId' | 'toldSeq'
> {
  author: ArtifactAuthor;
  /** True for a version outside of a turn, which needs an update event of its own. */
  announce: boolean;
}

const COLUMNS = `a.id, a.kind, a.title, v.version, a.current_version AS "currentVersion", v.content,
       v.content_json AS "contentJson", v.content_hash AS "contentHash", v.created_by AS "createdBy",
       v.created_by_kind AS "createdByKind", v.agent, v.created_at AS "createdAt"`;
const OF_KIND = `
  FROM artifacts a JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id
 WHERE a.org_id = $1 AND a.conversation_id = $2 AND a.kind = $3`;

export class ArtifactRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /**
   * Locks the conversation until the transaction ends, so that a concurrent erasure either includes this write or makes it
   * fail.
   *
   * @returns the contact of the conversation; undefined if the org has no such conversation.
   */
  async holdConversation(conversationId: string): Promise<string | undefined> {
    const rows = await this.tx.query<{ contactId: string }>(
      'SELECT contact_id AS "contactId" FROM conversations WHERE org_id = $1 AND id = $2 FOR KEY SHARE',
      [conversationId],
    );
    return rows[0]?.contactId;
  }

  /**
   * Locks the artifact until the transaction ends and reads its current version. Other writers wait. The version is read in
   * a second statement, because the statement that waited for the lock still sees the versions from before it.
   */
  async hold(conversationId: string, kind: string): Promise<VersionRow | undefined> {
    const held = await this.tx.query<{ id: string }>(
      'SELECT id FROM artifacts WHERE org_id = $1 AND conversation_id = $2 AND kind = $3 FOR UPDATE',
      [conversationId, kind],
    );
    return held.length > 0 ? this.find(conversationId, kind) : undefined;
  }

  /** Reads a version. @param version the current version by default. */
  async find(conversationId: string, kind: string, version?: number): Promise<VersionRow | undefined> {
    const rows = await this.tx.query<VersionRow>(
      `SELECT ${COLUMNS} ${OF_KIND} AND v.version = coalesce($4, a.current_version)`,
      [conversationId, kind, version ?? null],
    );
    return rows[0];
  }

  /** Number of the current version; null if the artifact does not exist. */
  async currentVersion(conversationId: string, kind: string): Promise<number | null> {
    const rows = await this.tx.query<{ version: number }>(
      `SELECT current_version AS version FROM artifacts WHERE org_id = $1 AND conversation_id = $2 AND kind = $3`,
      [conversationId, kind],
    );
    return rows[0]?.version ?? null;
  }

  async currentVersions(conversationId: string): Promise<{ kind: string; version: number }[]> {
    return this.tx.query<{ kind: string; version: number }>(
      `SELECT kind, current_version AS version FROM artifacts
        WHERE org_id = $1 AND conversation_id = $2 ORDER BY kind`,
      [conversationId],
    );
  }

  /** Inserts an artifact. @returns false if a concurrent writer has inserted it, which the next read sees. */
  async insert(artifact: {
    id: string;
    conversationId: string;
    contactId: string;
    kind: string;
    title: string;
    at: Date;
  }): Promise<boolean> {
    const { id, conversationId, contactId, kind, title, at } = artifact;
    const inserted = await this.tx.execute(
      `INSERT INTO artifacts (org_id, id, conversation_id, contact_id, kind, title, current_version, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7) ON CONFLICT (org_id, conversation_id, kind) DO NOTHING`,
      [id, conversationId, contactId, kind, title, at],
    );
    return inserted > 0;
  }

  /**
   * Adds a version. The caller holds the lock of the artifact. An announced version gets the next update number of its
   * conversation, which is locked from then on, so that the numbers are committed in order.
   */
  async append(version: NewVersion, title: string): Promise<void> {
    const { author } = version;
    await this.tx.query(
      `WITH announced AS (
         UPDATE conversations SET artifact_updates = artifact_updates + 1 WHERE org_id = $1 AND id = $4 AND $18
         RETURNING artifact_updates AS seq
       ), added AS (
         INSERT INTO artifact_versions (org_id, artifact_id, version, conversation_id, content, content_json, bytes,
           content_hash, strategy, warnings, lines_added, lines_removed, created_by, created_by_kind, agent, turn_id,
           tool_call_id, told_seq, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
           (SELECT seq FROM announced), $19)
       )
       UPDATE artifacts SET current_version = $3, updated_at = $19, title = $20 WHERE org_id = $1 AND id = $2`,
      [
        version.artifactId,
        version.version,
        version.conversationId,
        version.content,
        version.contentJson === null ? null : jsonbText(version.contentJson),
        version.bytes,
        version.contentHash,
        version.strategy,
        version.warnings,
        version.linesAdded,
        version.linesRemoved,
        author.userId ?? null,
        author.kind,
        author.agent ?? null,
        author.turnId ?? null,
        author.toolCallId ?? null,
        version.announce,
        version.createdAt,
        title,
      ],
    );
  }
}

export function contentOf({
  content,
  contentJson,
}: Pick<VersionRow, 'content' | 'contentJson'>): ArtifactContent {
  return content ?? contentJson ?? '';
}

export function authorName({
  createdBy,
  createdByKind,
  agent,
}: Pick<VersionRow, 'createdBy' | 'createdByKind' | 'agent'>): string {
  return agent ?? createdBy ?? createdByKind;
}
