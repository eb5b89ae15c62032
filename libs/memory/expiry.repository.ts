import type { Clock } from '#config';
import { removeOldRows, type Database } from '#database';
import type { AuditLog } from '#identity';

/** Also deletes the insights superseded by expired ones, so that an outdated value does not remain alone. */
const REMOVE = `
  WITH expired AS (
    SELECT id FROM insights WHERE org_id = $1 AND expires_at <= $2 ORDER BY expires_at LIMIT $3
  ) DELETE FROM insights WHERE org_id = $1 AND (id IN (SELECT id FROM expired)
                                            OR superseded_by_id IN (SELECT id FROM expired))`;

/** Deletes expired insights and records an audit entry per org. @returns the number of deleted insights. */
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
      // Superseded insights do not count against the limit. A full batch requests another one.
      return Math.min(deleted, limit);
    },
  });
}
