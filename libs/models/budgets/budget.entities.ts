import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The budget of an org for models per day or month of its time zone, in USD. */
@Entity('budgets')
@Check('ck_budgets_period', `period IN ('day', 'month')`)
export class Budget {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_budgets' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_budgets' })
  period: string;

  /** Spend from which cheaper tiers are preferred; null for none. */
  @Column('numeric', { precision: 12, scale: 6, nullable: true })
  softUsd: string | null;

  /** Maximum spend; null for none. */
  @Column('numeric', { precision: 12, scale: 6, nullable: true })
  hardUsd: string | null;

  @Column('timestamptz')
  changedAt: Date;
}

/**
 * Amount reserved for a running call. If the lease expires, the worker counts as dead and the call is counted at the
 * reserved amount, since its usage is unknown.
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

  /** Day in the org's time zone. */
  @Column('date')
  day: string;

  @Column('text')
  provider: string;

  @Column('text')
  model: string;

  @Column('text')
  tier: string;

  /** Tokens covered by the amount, like `completionTokens`. */
  @Column('bigint')
  promptTokens: string;

  @Column('bigint')
  completionTokens: string;

  /** The turn that pays for the call; null if none does. */
  @Column('uuid', { nullable: true })
  turnId: string | null;
}

abstract class UsedTokens {
  /** Includes tokens read from the provider's cache. */
  @Column('bigint')
  promptTokens: string;

  @Column('bigint')
  cachedTokens: string;

  @Column('bigint')
  completionTokens: string;

  @Column('bigint', { default: 0 })
  cacheWriteTokens: string;

  @Column('numeric', { precision: 18, scale: 10 })
  costUsd: string;
}

/** A recent call that is not yet added to {@link ModelUsage}. */
@Entity('model_calls')
export class ModelCall extends UsedTokens {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_model_calls' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_model_calls' })
  id: string;

  /** Day in the org's time zone. */
  @Column('date')
  day: string;

  @Column('text')
  provider: string;

  @Column('text')
  model: string;

  @Column('text')
  tier: string;

  /** True if the worker died before it reported the usage: the row has the reserved amount. */
  @Column('boolean', { default: false })
  estimated: boolean;

  /** By the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  storedAt: Date;
}

/** Usage of a model by an org per day of its time zone, without recent calls. */
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

  /** Number and cost of the calls that are estimates. */
  @Column('bigint', { default: 0 })
  estimatedCalls: string;

  @Column('numeric', { precision: 18, scale: 10, default: 0 })
  estimatedUsd: string;
}
