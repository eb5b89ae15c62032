import { type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { ArtifactContent, MergeStrategy } from '#pack-kit';
import type { AuthorKind } from './artifact-version.entity.ts';

/** Who writes, and from where. */
export interface ArtifactAuthor {
  kind: AuthorKind;
  /** Id of a user; anything else is no author that can be kept there. */
  userId?: string | undefined;
  agent?: string | undefined;
  turnId?: string | undefined;
  toolCallId?: string | undefined;
}

/** A version with its artifact. */
export interface VersionRow {
  id: string;
  kind: string;
  title: string;
  version: number;
  currentVersion: number;
  content: string | null;
  contentJson: Record<string, unknown> | null;
  contentHash: string;
  createdBy: string | null;
  createdByKind: AuthorKind;
  agent: string | null;
  createdAt: Date;
}

export interface NewVersion {
  artifactId: string;
  conversationId: string;
  version: number;
  content: string | null;
  contentJson: unknown;
  bytes: number;
  contentHash: string;
  strategy: MergeStrategy;
  warnings: string[];
  linesAdded: number;
  linesRemoved: number;
  author: ArtifactAuthor;
  /** Whether readers of the conversation are told of it by a number of its own. */
  untold: boolean;
  createdAt: Date;
}

const COLUMNS = `a.id, a.kind, a.title, v.version, a.current_version AS "currentVersion", v.content,
       v.content_json AS "contentJson", v.content_hash AS "contentHash", v.created_by AS "createdBy",
       v.created_by_kind AS "createdByKind", v.agent, v.created_at AS "createdAt"`;
const OF_KIND = `
  FROM artifacts a JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id
 WHERE a.org_id = $1 AND a.conversation_id = $2 AND a.kind = $3`;

/** The statements of artifacts, within one transaction. */
export class ArtifactRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /**
   * Keeps the conversation there until the transaction ends, so that an erasure either sees what is written or leaves
   * nothing to write to.
   *
   * @returns its contact; undefined when the org has no such conversation.
   */
  async holdConversation(conversationId: string): Promise<string | undefined> {
    const rows = await this.tx.query<{ contactId: string }>(
      'SELECT contact_id AS "contactId" FROM conversations WHERE org_id = $1 AND id = $2 FOR KEY SHARE',
      [conversationId],
    );
    return rows[0]?.contactId;
  }

  /**
   * The current version, held until the transaction ends: others who write wait. The version is read behind the lock: a
   * statement that waited for it would still see the versions of the moment before, and find none.
   */
  async hold(conversationId: string, kind: string): Promise<VersionRow | undefined> {
    const held = await this.tx.query<{ id: string }>(
      'SELECT id FROM artifacts WHERE org_id = $1 AND conversation_id = $2 AND kind = $3 FOR UPDATE',
      [conversationId, kind],
    );
    return held.length > 0 ? this.find(conversationId, kind) : undefined;
  }

  /** @param version the current one when undefined. */
  async find(conversationId: string, kind: string, version?: number): Promise<VersionRow | undefined> {
    const rows = await this.tx.query<VersionRow>(
      `SELECT ${COLUMNS} ${OF_KIND} AND v.version = coalesce($4, a.current_version)`,
      [conversationId, kind, version ?? null],
    );
    return rows[0];
  }

  /** Number of the current version; null where there is no artifact. */
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

  /** @returns false when another one was made at the same moment; it is seen by the next look. */
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
   * Adds a version; the caller holds the artifact. One that no turn tells of gets the next number of its conversation,
   * which is held from here on: the numbers are committed in their order.
   */
  async append(version: NewVersion, title: string): Promise<void> {
    const { author } = version;
    await this.tx.query(
      `WITH told AS (
         UPDATE conversations SET artifact_updates = artifact_updates + 1 WHERE org_id = $1 AND id = $4 AND $18
         RETURNING artifact_updates AS seq
       ), added AS (
         INSERT INTO artifact_versions (org_id, artifact_id, version, conversation_id, content, content_json, bytes,
           content_hash, strategy, warnings, lines_added, lines_removed, created_by, created_by_kind, agent, turn_id,
           tool_call_id, told_seq, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
           (SELECT seq FROM told), $19)
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
        version.untold,
        version.createdAt,
        title,
      ],
    );
  }
}

/** The content of a version, whatever its format. */
export function contentOf({
  content,
  contentJson,
}: Pick<VersionRow, 'content' | 'contentJson'>): ArtifactContent {
  return content ?? contentJson ?? '';
}

/** Who wrote a version, for people. */
export function authorName({
  createdBy,
  createdByKind,
  agent,
}: Pick<VersionRow, 'createdBy' | 'createdByKind' | 'agent'>): string {
  return agent ?? createdBy ?? createdByKind;
}
