import type { Database } from '#database';
import type { SharedPort } from '#tools';
import type { SharedKind } from '../../shared/shared-context.entity.ts';
import { SharedContextRepository } from '../../shared/shared-context.repository.ts';

/** What is shared in the conversation, as its tools see it. */
export function sharedPort(database: Database, orgId: string, conversationId: string): SharedPort {
  const find = (kind: SharedKind) =>
    database.forOrg(orgId, (tx) => new SharedContextRepository(tx).find(conversationId, kind));
  return {
    location: async () => {
      const row = await find('location');
      return row?.location ? { ...row.location, sharedAt: row.sharedAt } : undefined;
    },
    picture: async (kind) => {
      const row = await find(kind);
      if (!row?.fileId) return undefined;
      const { fileId, sharedAt, analysisState, analysis } = row;
      return { fileId, sharedAt, state: analysisState ?? 'pending', analysis };
    },
  };
}
