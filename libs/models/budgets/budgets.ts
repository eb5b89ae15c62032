import { newId, type Clock } from '#config';
import type { Database } from '#database';
import { timeZone, type OrgService } from '#identity';
import type { TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import type { RoutedModel } from '../model-router.ts';
import { BudgetRepository, type BudgetPeriod, type BudgetState, type Day } from './budget.repository.ts';

/** Longer than any call: a model is given up after two minutes of silence. What a dead worker held is free after it. */
const LEASE_MS = 900_000;

const WORDS: Record<BudgetPeriod, string> = { day: 'daily', month: 'monthly' };

/** Money for one call. Exactly one of `settle` and `release` ends it. */
export interface Reservation {
  /** True where a hard budget holds: the call must not cost more than was reserved. */
  limited: boolean;
  /** The call was answered: counts what it used. */
  settle(asked: RoutedModel, usage: TokenUsage, costUsd: number): Promise<void>;
  /** The call came to nothing. */
  release(): Promise<void>;
}

/** What each org may spend on models: held back before a call, corrected by the usage after it. */
export class Budgets {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    /** IANA time zone in which the org counts days. */
    private readonly timezoneOf: (orgId: string) => Promise<string>,
    private readonly leaseMs = LEASE_MS,
  ) {}

  /**
   * Holds back what a call may cost at most, in USD. Calls of one org that come at once are looked at one after another.
   *
   * @throws ModelError BUDGET_EXCEEDED where a hard budget has not enough left; BUDGET_HELD where it has, but calls that
   *   run hold it back.
   */
  async reserve(orgId: string, amountUsd: number): Promise<Reservation> {
    const day = await this.today(orgId);
    const id = newId(this.clock);
    const limited = await this.database.forOrg(orgId, async (tx) => {
      const rows = new BudgetRepository(tx, this.clock);
      const limits = (await rows.state(day, true)).filter(({ hardUsd }) => hardUsd !== null);
      for (const budget of limits) refuseOverrun(budget, amountUsd);
      if (limits.length > 0) await rows.reserve(id, amountUsd, this.leaseMs);
      return limits.length > 0;
    });
    const end = (work: (rows: BudgetRepository) => Promise<void>) =>
      this.database.forOrg(orgId, async (tx) => {
        const rows = new BudgetRepository(tx, this.clock);
        if (limited) await rows.release(id);
        await work(rows);
      });
    return {
      limited,
      settle: (asked, usage, costUsd) => end((rows) => rows.addUsage(day, asked, usage, costUsd)),
      release: async () => {
        if (limited) await end(async () => undefined);
      },
    };
  }

  /** True when a soft budget is used up: cheaper tiers are preferred. */
  async isThrifty(orgId: string): Promise<boolean> {
    return (await this.stateOf(orgId)).some(
      ({ softUsd, spentUsd }) => softUsd !== null && spentUsd >= softUsd,
    );
  }

  /** The org's budgets, by period; none where it has none. */
  async stateOf(orgId: string): Promise<BudgetState[]> {
    const day = await this.today(orgId);
    return this.database.forOrg(orgId, (tx) => new BudgetRepository(tx, this.clock).state(day));
  }

  private async today(orgId: string): Promise<Day> {
    const timeZone = await this.timezoneOf(orgId);
    // The Canadian way to write a date is ISO 8601.
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(this.clock.now());
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
