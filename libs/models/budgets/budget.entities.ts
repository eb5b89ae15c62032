import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What an org may spend on models in a day or a month of its time zone, in USD. */
@Entity('budgets')
@Check('ck_budgets_period', `period IN ('day', 'month')`)
export class Budget {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_budgets' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_budgets' })
  period: string;

  /** Above it cheaper tiers are preferred; null for none. */
  @Column('numeric', { precision: 12, scale: 6, nullable: true })
  softUsd: string | null;

  /** Never exceeded; null for none. */
  @Column('numeric', { precision: 12, scale: 6, nullable: true })
  hardUsd: string | null;

  @Column('timestamptz')
  changedAt: Date;
}

/**
 * Money held back for a call that runs. One whose lease ran out belongs to a worker that died: the call is counted at what
 * was held, since nobody knows what it came to.
 */
@Entity('budget_reservations')
export class BudgetReservation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_budget_reservations' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_budget_reservations' })
  id: string;

  @Column('numeric', { precision: 16, scale: 10 })
  amountUsd: string;

  /** By the database's clock. */
  @Column('timestamptz')
  leaseUntil: Date;

  /** Of the org's time zone. */
  @Column('date')
  day: string;

  @Column('text')
  provider: string;

  @Column('text')
  model: string;

  @Column('text')
  tier: string;

  /** That the amount was held for, as `completionTokens`. */
  @Column('bigint')
  promptTokens: string;

  @Column('bigint')
  completionTokens: string;
}

/** What calls used. */
abstract class UsedTokens {
  /** Those from the provider's cache among them. */
  @Column('bigint')
  promptTokens: string;

  @Column('bigint')
  cachedTokens: string;

  @Column('bigint')
  completionTokens: string;

  /** Of the prompt tokens those that the provider put into its cache. */
  @Column('bigint', { default: 0 })
  cacheWriteTokens: string;

  @Column('numeric', { precision: 18, scale: 10 })
  costUsd: string;
}

/** An answered call of the last moments, not yet added up in {@link ModelUsage}. */
@Entity('model_calls')
export class ModelCall extends UsedTokens {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_model_calls' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_model_calls' })
  id: string;

  /** Of the org's time zone. */
  @Column('date')
  day: string;

  @Column('text')
  provider: string;

  @Column('text')
  model: string;

  @Column('text')
  tier: string;

  /** Of a worker that died before it could say what the call used: what was held back for it. */
  @Column('boolean', { default: false })
  estimated: boolean;

  /** By the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  storedAt: Date;
}

/** What an org used of a model in a day of its time zone, without the calls of the last moments. */
@Entity('model_usage')
export class ModelUsage extends UsedTokens {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_model_usage' })
  orgId: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'pk_model_usage' })
  day: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_usage' })
  provider: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_usage' })
  model: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_usage' })
  tier: string;

  @Column('bigint')
  calls: string;

  /** Of the calls those that are estimates, and what they count for. */
  @Column('bigint', { default: 0 })
  estimatedCalls: string;

  @Column('numeric', { precision: 18, scale: 10, default: 0 })
  estimatedUsd: string;
}
