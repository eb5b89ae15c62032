import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import type { OrgTransaction, Transaction } from '#database';

import type { FlagAlert } from './flag-alert.entity.ts';

@Injectable()
export class FlagAlertRepository {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async raise(tx: OrgTransaction, alert: Omit<FlagAlert, 'orgId' | 'id' | 'raisedAt'>): Promise<void> {
    await tx.execute(
      `INSERT INTO flag_alerts (org_id, id, flag, from_value, to_value, rate, turns, threshold, raised_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        newId(this.clock),
        alert.flag,
        alert.fromValue,
        alert.toValue,
        alert.rate,
        alert.turns,
        alert.threshold,
        this.clock.now(),
      ],
    );
  }

  /** The newest alerts visible to the transaction, with the slug of their org. */
  async latest(tx: Transaction, limit: number): Promise<(FlagAlert & { slug: string })[]> {
    return tx.queryUnscoped(
      `SELECT a.id, a.org_id AS "orgId", o.slug, a.flag, a.from_value AS "fromValue", a.to_value AS "toValue", a.rate,
              a.turns, a.threshold, a.raised_at AS "raisedAt"
         FROM flag_alerts a JOIN orgs o ON o.id = a.org_id ORDER BY a.raised_at DESC, a.id DESC LIMIT $1`,
      [limit],
    );
  }
}
