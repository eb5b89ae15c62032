import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Org } from '#identity';

/** An alert that a guard reset a flag for an org. */
@Entity('flag_alerts')
@Index('ix_flag_alerts_org_raised', ['orgId', 'raisedAt', 'id'])
export class FlagAlert {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_flag_alerts' })
  @ForeignKey(() => Org, { name: 'fk_flag_alerts_org', onDelete: 'CASCADE' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_flag_alerts' })
  id: string;

  @Column('text')
  flag: string;

  @Column('text')
  fromValue: string;

  @Column('text')
  toValue: string;

  /** Share of turns, 0 to 1. */
  @Column('double precision')
  rate: number;

  @Column('integer')
  turns: number;

  @Column('double precision')
  threshold: number;

  @Column('timestamptz')
  raisedAt: Date;
}
