import type { Clock } from '#config';
import { removeOldRows, type Database } from '#database';
import type { AuditLog } from '#identity';

/** With what they made untrue: with the later one gone, the earlier must not be all that is left. */
const REMOVE = `
  WITH expired AS (
    SELECT id FROM insights WHERE org_id = $1 AND expires_at <= $2 ORDER BY expires_at LIMIT $3
  ) DELETE FROM insights WHERE org_id = $1 AND (id IN (SELECT id FROM expired)
                                            OR superseded_by_id IN (SELECT id FROM expired))`;

/** Deletes insights whose time is over, audited by org. @returns how many. */
export function removeExpiredInsights(database: Database, clock: Clock, audit: AuditLog): Promise<number> {
  const now = clock.now();
  return removeOldRows(database, {
    table: 'insights',
    condition: 't.expires_at <= $1',
    before: now,
    remove: async (tx, limit) => {
      const deleted = await tx.execute(REMOVE, [now, limit]);
      if (deleted > 0)
        await audit.record(tx, {
          actor: { kind: 'system' },
          action: 'insight.expire',
          target: 'insights',
          after: { deleted },
        });
      // What goes with them is not counted against the limit: a full batch asks for another one.
      return Math.min(deleted, limit);
    },
  });
}
