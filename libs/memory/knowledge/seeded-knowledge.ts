import type { KnowledgeFactText } from '#contracts';
import { OfflineEmbedder } from '#models';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { KnowledgeService } from './knowledge.service.ts';

/** Adds the facts of a demo org, unless it has any: edited and deleted ones do not come back. */
export async function seedKnowledge(
  tx: OrgTransaction,
  facts: readonly KnowledgeFactText[],
  { database, clock }: { database: Database; clock: Clock },
): Promise<void> {
  const offline = new OfflineEmbedder();
  const knowledge = new KnowledgeService(database, { of: () => offline }, clock);
  if ((await knowledge.list(tx)).length > 0) return;
  for (const fact of facts) await knowledge.add(tx, await knowledge.index(tx.orgId, fact));
}
