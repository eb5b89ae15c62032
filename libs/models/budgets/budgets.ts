import { newId, type Clock } from '#config';
import { dayIn } from '#text';
import type { Database, OrgTransaction } from '#database';
import { ShortLivedCache, timeZone, type OrgService } from '#identity';
import type { TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import {
  BudgetRepository,
  type BudgetLimits,
  type BudgetPeriod,
  type BudgetState,
  type MostUse,
  type ReservedCall,
} from './budget.repository.ts';
import {
  forgetModelCalls,
  storeModelUses,
  type BegunCall,
  type Day,
  type ModelUse,
  type UsedModelName,
} from './model-call.repository.ts';

/**
 * Longer than any call, since calls time out after ten minutes. When the lease expires, the worker counts as dead
 * (`settleDeadCalls`).
 */
const LEASE_MS = 900_000;

const PERIOD_NAMES: Record<BudgetPeriod, string> = { day: 'daily', month: 'monthly' };

/** Reservation of one call. Storing its usage or calling `release` frees the unused amount. */
export interface Reservation {
  /** True if a hard budget applies: the call must not cost more than the reserved amount. */
  limited: boolean;
  /** Entry that can be stored for a call without a reservation, so that it is counted if its worker dies. */
  begun?: BegunCall;
  /** Returns the usage of the answered call, for {@link Budgets.count} or `storeModelUses`. */
  useOf(usage: TokenUsage, costUsd: number): ModelUse;
  release(): Promise<void>;
}

/**
 * Model budgets of orgs. The maximum cost is reserved before a call and corrected by the usage after it. For an org
 * without a budget this needs no query; changes by other processes apply within 2 s.
 */
export class Budgets {
  private readonly limits = new ShortLivedCache<BudgetLimits[]>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    /** IANA time zone in which the org counts days. */
    private readonly timezoneOf: (orgId: string) => Promise<string>,
    private readonly leaseMs = LEASE_MS,
  ) {}

  /**
   * Reserves the maximum cost of a call; free calls reserve nothing. Simultaneous calls of one org are checked one
   * after another.
   *
   * @param turnId the turn that pays. For null, which has no log that would store it as `begun`, the call is stored at once.
   *   Absent if a call that dies with its process need not be counted.
   * @throws ModelError BUDGET_EXCEEDED if the remaining hard budget does not cover the call; BUDGET_HELD if it would,
   *   but running calls have reserved it.
   */
  async reserve(
    orgId: string,
    target: UsedModelName,
    most: MostUse,
    turnId?: string | null,
  ): Promise<Reservation> {
    const day = await this.today(orgId);
    const id = newId(this.clock);
    const isStored = turnId === null;
    const isHeld =
      most.usd > 0 &&
      (isStored || (await this.limitsOf(orgId)).some(({ hardUsd }) => hardUsd !== null)) &&
      (await this.hold(orgId, day, id, { target, most, turnId: turnId ?? null, isStored }));
    const { usd: amountUsd, promptTokens, completionTokens } = most;
    const begun = { id, day, ...target, amountUsd, promptTokens, completionTokens, leaseMs: this.leaseMs };
    return {
      limited: isHeld === 'limited',
      ...(!isHeld && amountUsd > 0 && { begun }),
      useOf: (usage, costUsd) => {
        const { provider, model, tier } = target;
        return { id, day, provider, model, tier, ...usage, costUsd };
      },
      release: async () => {
        if (amountUsd > 0) await this.database.forOrg(orgId, (tx) => forgetModelCalls(tx, [id]));
      },
    };
  }

  /** Counts the usage of calls in a separate transaction. */
  async count(orgId: string, uses: readonly ModelUse[]): Promise<void> {
    await this.database.forOrgAtOnce(orgId, (tx) => storeModelUses(tx, uses));
  }

  /** Sets a budget. Removes it if both limits are null. @returns the previous limits. */
  async set(
    tx: OrgTransaction,
    period: BudgetPeriod,
    { softUsd, hardUsd }: Omit<BudgetLimits, 'period'>,
  ): Promise<Omit<BudgetLimits, 'period'>> {
    const rows = new BudgetRepository(tx, this.clock);
    const before = (await rows.limits(true)).find((budget) => budget.period === period);
    await rows.set(period, softUsd, hardUsd);
    tx.afterCommit(() => this.limits.forget(tx.orgId));
    return { softUsd: before?.softUsd ?? null, hardUsd: before?.hardUsd ?? null };
  }

  /** Returns true if a soft budget is used up, so that cheaper tiers are preferred. */
  async isThrifty(orgId: string): Promise<boolean> {
    if ((await this.limitsOf(orgId)).every(({ softUsd }) => softUsd === null)) return false;
    return (await this.stateOf(orgId)).some(
      ({ softUsd, spentUsd }) => softUsd !== null && spentUsd >= softUsd,
    );
  }

  async stateOf(orgId: string): Promise<BudgetState[]> {
    const day = await this.today(orgId);
    return this.database.forOrg(orgId, (tx) => new BudgetRepository(tx, this.clock).state(day));
  }

  private limitsOf(orgId: string): Promise<BudgetLimits[]> {
    return this.limits.get(orgId, () =>
      this.database.forOrg(orgId, (tx) => new BudgetRepository(tx, this.clock).limits()),
    );
  }

  /** Reserves the cost of a call. @returns false if nothing was stored, since the org no longer has a hard budget. */
  private hold(
    orgId: string,
    day: Day,
    id: string,
    call: ReservedCall & { isStored: boolean },
  ): Promise<'limited' | 'stored' | false> {
    return this.database.forOrg(orgId, async (tx) => {
      const rows = new BudgetRepository(tx, this.clock);
      const limits = (await rows.state(day, true)).filter(({ hardUsd }) => hardUsd !== null);
      for (const budget of limits) refuseOverrun(budget, call.most.usd);
      const isLimited = limits.length > 0;
      if (isLimited || call.isStored) await rows.reserve(id, day, call, this.leaseMs);
      return isLimited ? 'limited' : call.isStored && 'stored';
    });
  }

  private async today(orgId: string): Promise<Day> {
    return dayIn(await this.timezoneOf(orgId), this.clock.now());
  }
}

function refuseOverrun({ period, hardUsd, spentUsd, reservedUsd }: BudgetState, amountUsd: number): void {
  if (hardUsd === null || spentUsd + reservedUsd + amountUsd <= hardUsd) return;
  const name = `The ${PERIOD_NAMES[period]} model budget of the org, ${hardUsd} USD,`;
  const spent = `${spentUsd.toFixed(6)} USD are spent, and this call may cost ${amountUsd.toFixed(6)} USD`;
  if (spentUsd + amountUsd > hardUsd)
    throw new ModelError('BUDGET_EXCEEDED', `${name} is used up: ${spent}.`);
  throw new ModelError(
    'BUDGET_HELD',
    `${name} is held by calls that run: ${spent}, ${reservedUsd.toFixed(6)} USD are held back.`,
  );
}

/** Creates budgets that use the time zone of each org. */
export function budgetsOf(database: Database, clock: Clock, orgs: Pick<OrgService, 'settingsOf'>): Budgets {
  return new Budgets(database, clock, async (orgId) =>
    timeZone(await orgs.settingsOf(orgId), 'ORG_TIMEZONE'),
  );
}
