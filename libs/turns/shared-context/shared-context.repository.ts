import { jsonbText, type OrgTransaction } from '#database';
import type { SharedContext, SharedKind } from './shared-context.entity.ts';

/** Of a picture among the uses of files. */
export const placeOf = (conversationId: string, kind: SharedKind) => `shared:${conversationId}:${kind}`;

export type SharedRow = Omit<SharedContext, 'orgId'>;

const COLUMNS = `conversation_id AS "conversationId", kind, location, file_id AS "fileId", shared_at AS "sharedAt",
  analysis_state AS "analysisState", analysis, analysis_model AS "analysisModel", analyzed_at AS "analyzedAt"`;

/** The statements of what contacts share, within one transaction. */
export class SharedContextRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** @returns the contact of the conversation, which stays until the transaction ends. */
  async contactOf(conversationId: string): Promise<string | undefined> {
    const rows = await this.tx.query<{ contactId: string }>(
      'SELECT contact_id AS "contactId" FROM conversations WHERE org_id = $1 AND id = $2 FOR KEY SHARE',
      [conversationId],
    );
    return rows[0]?.contactId;
  }

  /** Puts it in place of what was shared before. */
  async put(
    row: Pick<SharedRow, 'conversationId' | 'kind' | 'location' | 'fileId' | 'sharedAt' | 'analysisState'>,
  ) {
    await this.tx.execute(
      `INSERT INTO shared_contexts (org_id, conversation_id, kind, location, file_id, shared_at, analysis_state)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (org_id, conversation_id, kind) DO UPDATE
         SET location = excluded.location, file_id = excluded.file_id, shared_at = excluded.shared_at,
             analysis_state = excluded.analysis_state, analysis = NULL, analysis_model = NULL, analyzed_at = NULL`,
      [
        row.conversationId,
        row.kind,
        row.location ? jsonbText(row.location) : null,
        row.fileId,
        row.sharedAt,
        row.analysisState,
      ],
    );
  }

  async remove(conversationId: string, kind: SharedKind): Promise<void> {
    await this.tx.execute(
      'DELETE FROM shared_contexts WHERE org_id = $1 AND conversation_id = $2 AND kind = $3',
      [conversationId, kind],
    );
  }

  async find(conversationId: string, kind: SharedKind): Promise<SharedRow | undefined> {
    const rows = await this.tx.query<SharedRow>(
      `SELECT ${COLUMNS} FROM shared_contexts WHERE org_id = $1 AND conversation_id = $2 AND kind = $3`,
      [conversationId, kind],
    );
    return rows[0];
  }

  /** Keeps what was seen, unless another picture has been shared meanwhile. */
  async keepAnalysis(
    { conversationId, kind, fileId }: Pick<SharedRow, 'conversationId' | 'kind' | 'fileId'>,
    analysis: { state: string; text: string | null; model: string | null },
    at: Date,
  ): Promise<void> {
    await this.tx.execute(
      `UPDATE shared_contexts SET analysis_state = $5, analysis = $6, analysis_model = $7, analyzed_at = $8
        WHERE org_id = $1 AND conversation_id = $2 AND kind = $3 AND file_id = $4`,
      [conversationId, kind, fileId, analysis.state, analysis.text, analysis.model, at],
    );
  }

  /** Ends the wait for what is to be seen, unless it was seen or another picture has been shared meanwhile. */
  async giveUpAnalysis(
    { conversationId, kind, fileId }: Pick<SharedRow, 'conversationId' | 'kind' | 'fileId'>,
    state: string,
    at: Date,
  ): Promise<void> {
    await this.tx.execute(
      `UPDATE shared_contexts SET analysis_state = $5, analyzed_at = $6
        WHERE org_id = $1 AND conversation_id = $2 AND kind = $3 AND file_id = $4 AND analysis_state = 'pending'`,
      [conversationId, kind, fileId, state, at],
    );
  }
}
