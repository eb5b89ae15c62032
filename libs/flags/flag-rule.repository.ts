import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import { Database, type Transaction } from '#database';

import type { FlagPlace } from './flag-place.ts';
import type { FlagRule } from './flag-rule.entity.ts';

/** The value at a place. If none was ever set, `value` is null and `revision` is 0. */
export interface FlagSetting {
  value: string | null;
  /** 0 to 100, for a share. */
  percent: number | null;
  revision: number;
}

export type StoredRule = FlagPlace & FlagSetting & { flag: string; changedAt: Date };

interface RuleRow extends Omit<FlagRule, 'id' | 'place'> {
  at: FlagPlace['at'];
}

const COLUMNS = `flag, place AS "at", org_id AS "orgId", conversation_id AS "conversationId", value, percent, revision,
  changed_at AS "changedAt"`;
const AT_PLACE = `org_id IS NOT DISTINCT FROM $1 AND flag = $2 AND place = $3 AND conversation_id IS NOT DISTINCT FROM $4`;

const NOTHING: FlagSetting = { value: null, percent: null, revision: 0 };

/** The rows of flags. Every process keeps all of them in memory; each change updates one place. */
@Injectable()
export class FlagRuleRepository {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** All rows of every org, including cleared ones. */
  async all(): Promise<StoredRule[]> {
    return this.database.asPlatform('flags of every org are held in memory', (tx) => this.visible(tx));
  }

  /** Like {@link all}, for the rows visible to the transaction: in an org's transaction, only the places of that org. */
  async visible(tx: Transaction): Promise<StoredRule[]> {
    const rows = await tx.queryUnscoped<RuleRow>(
      `SELECT ${COLUMNS} FROM flag_rules ORDER BY flag, org_id, place, conversation_id`,
    );
    return rows.map(fromRow);
  }

  /** The value at a place, locked until the transaction ends. */
  async hold(tx: Transaction, flag: string, place: FlagPlace): Promise<FlagSetting> {
    const rows = await tx.queryUnscoped<RuleRow>(
      `SELECT ${COLUMNS} FROM flag_rules WHERE ${AT_PLACE} FOR UPDATE`,
      [place.orgId, flag, place.at, place.conversationId],
    );
    return rows[0] ? fromRow(rows[0]) : NOTHING;
  }

  /**
   * Writes the value at a place if its revision is still `before`.
   *
   * @param value null to clear the value.
   * @returns the new revision; undefined if another change came first.
   */
  async write(
    tx: Transaction,
    flag: string,
    place: FlagPlace,
    { value, percent, revision: before }: FlagSetting,
  ): Promise<number | undefined> {
    const [row] = await tx.queryUnscoped<{ revision: number }>(
      `INSERT INTO flag_rules (id, org_id, flag, place, conversation_id, value, percent, revision, changed_at)
       VALUES ($5, $1, $2, $3, $4, $6, $7, $8 + 1, $9)
       ON CONFLICT ON CONSTRAINT uq_flag_rules_place
       DO UPDATE SET value = $6, percent = $7, revision = $8 + 1, changed_at = $9 WHERE flag_rules.revision = $8
       RETURNING revision`,
      [
        place.orgId,
        flag,
        place.at,
        place.conversationId,
        newId(this.clock),
        value,
        percent,
        before,
        this.clock.now(),
      ],
    );
    return row?.revision;
  }
}

/** The table's check constraints guarantee the types of org and conversation. */
function fromRow({ percent, ...row }: RuleRow): StoredRule {
  return { ...row, percent: percent === null ? null : Number(percent) } as StoredRule;
}
