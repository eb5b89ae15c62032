import { newId, type Clock } from '#config';
import { dayIn } from '#text';
import type { Database, OrgTransaction } from '#database';
import { RecentAnswers, timeZone, type OrgService } from '#identity';
import type { TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import {
  BudgetRepository,
  type BudgetLimits,
  type BudgetPeriod,
  type BudgetState,
  type Day,
  type MostUse,
  type ReservedCall,
} from './budget.repository.ts';
import {
  storeModelUses,
  type BegunCall,
  type ModelUse,
  type UsedModelName,
} from './model-call.repository.ts';

/** Longer than any call: a model is given up after ten minutes. After it the worker counts as dead (`settleDeadCalls`). */
const LEASE_MS = 900_000;

const WORDS: Record<BudgetPeriod, string> = { day: 'daily', month: 'monthly' };

/** Money for one call. Storing its use gives the rest back, and so does `release`. */
export interface Reservation {
  /** True where a hard budget holds: the call must not cost more than was reserved. */
  limited: boolean;
  /** What may be stored of a call that nothing is held back for, so that it is counted when its worker dies. */
  begun?: BegunCall;
  /** What the call used when it was answered, for {@link Budgets.count} or `storeModelUses`. */
  useOf(usage: TokenUsage, costUsd: number): ModelUse;
  /** The call came to nothing. */
  release(): Promise<void>;
}

/**
 * What each org may spend on models: held back before a call, corrected by the usage after it. An org without a budget
 * costs no question; what another process sets is known within 2 s.
 */
export class Budgets {
  private readonly limits = new RecentAnswers<BudgetLimits[]>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    /** IANA time zone in which the org counts days. */
    private readonly timezoneOf: (orgId: string) => Promise<string>,
    private readonly leaseMs = LEASE_MS,
  ) {}

  /**
   * Holds back what a call may cost at most; for a call that costs nothing there is nothing to hold. Calls of one org that
   * come at once are looked at one after another.
   *
   * @throws ModelError BUDGET_EXCEEDED where a hard budget has not enough left; BUDGET_HELD where it has, but calls that
   *   run hold it back.
   */
  async reserve(orgId: string, asked: UsedModelName, most: MostUse): Promise<Reservation> {
    const day = await this.today(orgId);
    const id = newId(this.clock);
    const limited =
      most.usd > 0 &&
      (await this.limitsOf(orgId)).some(({ hardUsd }) => hardUsd !== null) &&
      (await this.hold(orgId, day, id, { asked, most }));
    const { usd: amountUsd, promptTokens, completionTokens } = most;
    const begun = { id, day, ...asked, amountUsd, promptTokens, completionTokens, leaseMs: this.leaseMs };
    return {
      limited,
      ...(!limited && amountUsd > 0 && { begun }),
      useOf: (usage, costUsd) => {
        const { provider, model, tier } = asked;
        return { id, day, provider, model, tier, ...usage, costUsd };
      },
      release: async () => {
        if (amountUsd > 0)
          await this.database.forOrg(orgId, (tx) => new BudgetRepository(tx, this.clock).release(id));
      },
    };
  }

  /** Counts what calls used, in a transaction of its own. */
  async count(orgId: string, uses: readonly ModelUse[]): Promise<void> {
    await this.database.forOrgAtOnce(orgId, (tx) => storeModelUses(tx, uses));
  }

  /** Sets a budget; without any limit there is none. @returns what it was before. */
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

  /** True when a soft budget is used up: cheaper tiers are preferred. */
  async isThrifty(orgId: string): Promise<boolean> {
    if ((await this.limitsOf(orgId)).every(({ softUsd }) => softUsd === null)) return false;
    return (await this.stateOf(orgId)).some(
      ({ softUsd, spentUsd }) => softUsd !== null && spentUsd >= softUsd,
    );
  }

  /** The org's budgets, by period; none where it has none. */
  async stateOf(orgId: string): Promise<BudgetState[]> {
    const day = await this.today(orgId);
    return this.database.forOrg(orgId, (tx) => new BudgetRepository(tx, this.clock).state(day));
  }

  private limitsOf(orgId: string): Promise<BudgetLimits[]> {
    return this.limits.get(orgId, () =>
      this.database.forOrg(orgId, (tx) => new BudgetRepository(tx, this.clock).limits()),
    );
  }

  /** @returns false where there is no hard budget any more. */
  private hold(orgId: string, day: Day, id: string, call: ReservedCall): Promise<boolean> {
    return this.database.forOrg(orgId, async (tx) => {
      const rows = new BudgetRepository(tx, this.clock);
      const limits = (await rows.state(day, true)).filter(({ hardUsd }) => hardUsd !== null);
      for (const budget of limits) refuseOverrun(budget, call.most.usd);
      if (limits.length > 0) await rows.reserve(id, day, call, this.leaseMs);
      return limits.length > 0;
    });
  }

  private async today(orgId: string): Promise<Day> {
    return dayIn(await this.timezoneOf(orgId), this.clock.now());
  }
}

function refuseOverrun({ period, hardUsd, spentUsd, reservedUsd }: BudgetState, amountUsd: number): void {
  if (hardUsd === null || spentUsd + reservedUsd + amountUsd <= hardUsd) return;
  const name = `The ${WORDS[period]} model budget of the org, ${hardUsd} USD,`;
  const spent = `${spentUsd.toFixed(6)} USD are spent, and this call may cost ${amountUsd.toFixed(6)} USD`;
  if (spentUsd + amountUsd > hardUsd)
    throw new ModelError('BUDGET_EXCEEDED', `${name} is used up: ${spent}.`);
  throw new ModelError(
    'BUDGET_HELD',
    `${name} is held by calls that run: ${spent}, ${reservedUsd.toFixed(6)} USD are held back.`,
  );
}

/** Budgets that count the days of each org's own time zone. */
export function budgetsOf(database: Database, clock: Clock, orgs: Pick<OrgService, 'settingsOf'>): Budgets {
  return new Budgets(database, clock, async (orgId) =>
    timeZone(await orgs.settingsOf(orgId), 'ORG_TIMEZONE'),
  );
}
