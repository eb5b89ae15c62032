import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Org } from '#identity';
import type { FlagPlaceKind } from './flag-place.ts';

/**
 * The value of a flag at one place. Clearing a value keeps its row, so that the revision continues to count and a change
 * based on an old revision is rejected.
 */
@Entity('flag_rules')
@Unique('uq_flag_rules_place', ['orgId', 'flag', 'place', 'conversationId'])
@Check(
  'ck_flag_rules_place',
  `(place IN ('default', 'kill') AND org_id IS NULL AND conversation_id IS NULL)
   OR (place IN ('org', 'share') AND org_id IS NOT NULL AND conversation_id IS NULL)
   OR (place = 'conversation' AND org_id IS NOT NULL AND conversation_id IS NOT NULL)`,
)
@Check(
  'ck_flag_rules_percent',
  `(percent IS NULL AND (place <> 'share' OR value IS NULL))
   OR (place = 'share' AND value IS NOT NULL AND percent BETWEEN 0 AND 100)`,
)
export class FlagRule {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_flag_rules' })
  id: string;

  /** Null for platform places. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Org, { name: 'fk_flag_rules_org', onDelete: 'CASCADE' })
  orgId: string | null;

  @Column('text')
  flag: string;

  @Column('text')
  place: FlagPlaceKind;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('text', { nullable: true })
  value: string | null;

  /** Percentage of the org's conversations, 0 to 100 with two decimals; only for a share. */
  @Column('numeric', { precision: 5, scale: 2, nullable: true })
  percent: string | null;

  /** Incremented by each change of this row. */
  @Column('integer')
  revision: number;

  @Column('timestamptz')
  changedAt: Date;
}
