import { NamedSql, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { SharedContext, SharedKind } from './shared-context.entity.ts';

/** The place of a shared picture in the uses of files. */
export const placeOf = (conversationId: string, kind: SharedKind) => `shared:${conversationId}:${kind}`;

export type SharedRow = Omit<SharedContext, 'orgId'>;

const COLUMNS = `conversation_id AS "conversationId", kind, location, file_id AS "fileId", shared_at AS "sharedAt",
  analysis_state AS "analysisState", analysis, analysis_model AS "analysisModel", analyzed_at AS "analyzedAt"`;

const PUT = new NamedSql(`
  INSERT INTO shared_contexts (org_id, conversation_id, kind, location, file_id, shared_at, analysis_state)
  VALUES ($1, :conversationId, :kind, :location, :fileId, :sharedAt, :analysisState)
  ON CONFLICT (org_id, conversation_id, kind) DO UPDATE
    SET location = excluded.location, file_id = excluded.file_id, shared_at = excluded.shared_at,
        analysis_state = excluded.analysis_state, analysis = NULL, analysis_model = NULL, analyzed_at = NULL`);

const OF_PICTURE = 'org_id = $1 AND conversation_id = :conversationId AND kind = :kind AND file_id = :fileId';
const KEEP_ANALYSIS = new NamedSql(`
  UPDATE shared_contexts SET analysis_state = :state, analysis = :text, analysis_model = :model, analyzed_at = :at
   WHERE ${OF_PICTURE}`);
const END_DEAD_ANALYSIS = new NamedSql(`
  UPDATE shared_contexts SET analysis_state = :state, analyzed_at = :at
   WHERE ${OF_PICTURE} AND analysis_state = 'pending'`);

export class SharedContextRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** @returns the contact of the conversation, which is held until the transaction ends. */
  async contactOf(conversationId: string): Promise<string | undefined> {
    const rows = await this.tx.query<{ contactId: string }>(
      'SELECT contact_id AS "contactId" FROM conversations WHERE org_id = $1 AND id = $2 FOR KEY SHARE',
      [conversationId],
    );
    return rows[0]?.contactId;
  }

  /** Stores the row in place of the earlier one of the same kind. */
  async put({
    location,
    ...row
  }: Pick<SharedRow, 'conversationId' | 'kind' | 'location' | 'fileId' | 'sharedAt' | 'analysisState'>) {
    await this.tx.execute(...PUT.with({ ...row, location: location && jsonbText(location) }));
  }

  async remove(conversationId: string, kind: SharedKind): Promise<void> {
    await this.tx.execute(
      'DELETE FROM shared_contexts WHERE org_id = $1 AND conversation_id = $2 AND kind = $3',
      [conversationId, kind],
    );
  }

  find(conversationId: string, kind: SharedKind): Promise<SharedRow | undefined> {
    return this.tx.first<SharedRow>(
      `SELECT ${COLUMNS} FROM shared_contexts WHERE org_id = $1 AND conversation_id = $2 AND kind = $3`,
      [conversationId, kind],
    );
  }

  /** Stores the result of the analysis, unless another picture has been shared in the meantime. */
  async keepAnalysis(
    { conversationId, kind, fileId }: Pick<SharedRow, 'conversationId' | 'kind' | 'fileId'>,
    analysis: { state: string; text: string | null; model: string | null },
    at: Date,
  ): Promise<void> {
    await this.tx.execute(...KEEP_ANALYSIS.with({ conversationId, kind, fileId, ...analysis, at }));
  }

  /** Ends a pending analysis, unless another picture has been shared in the meantime. */
  async endDeadAnalysis(
    { conversationId, kind, fileId }: Pick<SharedRow, 'conversationId' | 'kind' | 'fileId'>,
    state: string,
    at: Date,
  ): Promise<void> {
    await this.tx.execute(...END_DEAD_ANALYSIS.with({ conversationId, kind, fileId, state, at }));
  }
}
