import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { forEachOrg, Database, type OrgTransaction } from '#database';
import { fraction, OrgService } from '#identity';
import { FlagWriter } from '../commands/flag-writer.ts';
import type { FlagAlert } from '../flag-alert.entity.ts';
import { FlagAlertRepository } from '../flag-alert.repository.ts';
import { FlagCatalogue } from '../flag-catalogue.ts';
import type { RolloutGuardSpec, VariantFlag } from '../flag-definition.ts';
import { orgPlace, type FlagPlace } from '../flag-place.ts';
import { FlagRuleRepository, type StoredRule } from '../flag-rule.repository.ts';
import { ROLLOUT_EVIDENCE, rateOf, type RolloutEvidence } from './rollout-evidence.ts';

const MINUTE_MS = 60_000;

/** A flag that was reset for an org. */
export interface Fallback extends Pick<FlagAlert, 'flag' | 'orgId' | 'rate' | 'turns' | 'threshold'> {
  from: string;
  to: string;
}

type GuardedFlag = VariantFlag & { guard: RolloutGuardSpec };

/** Monitors variants after their rollout, and resets them for orgs in which they do not work. */
@Injectable()
export class RolloutGuard {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(FlagCatalogue) private readonly catalogue: FlagCatalogue,
    @Inject(FlagRuleRepository) private readonly rules: FlagRuleRepository,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
    @Inject(ROLLOUT_EVIDENCE) private readonly evidence: RolloutEvidence,
    @Inject(FlagWriter) private readonly writer: FlagWriter,
    @Inject(FlagAlertRepository) private readonly alerts: FlagAlertRepository,
    @Inject(PinoLogger) private readonly logger: { error(context: object, message: string): void },
  ) {}

  /**
   * Checks every guarded flag in every org once.
   *
   * @returns the flags that were reset.
   * @throws AggregateError with all errors, after the other orgs of the flag are done.
   */
  async watch(): Promise<Fallback[]> {
    const fallbacks: Fallback[] = [];
    for (const flag of this.catalogue.all) {
      if (flag.type === 'boolean' || !flag.guard) continue;
      fallbacks.push(...(await this.watchFlag({ ...flag, guard: flag.guard })));
    }
    return fallbacks;
  }

  private async watchFlag(flag: GuardedFlag): Promise<Fallback[]> {
    const { guard } = flag;
    const to = this.clock.now();
    const windowStart = new Date(to.getTime() - guard.windowMinutes * MINUTE_MS);
    const measured = await this.evidence.byOrg({ variant: guard.variant, from: windowStart, to });
    const rules = (await this.rules.all()).filter((rule) => rule.flag === flag.key);
    const fallbacks: Fallback[] = [];
    const withEnough = [...measured]
      .filter(([, { turns }]) => turns >= guard.minTurns)
      .map(([orgId]) => orgId);
    await forEachOrg(withEnough, `The rollout of ${flag.key} was not watched in some orgs`, async (orgId) => {
      const own = rules.filter((rule) => rule.orgId === null || rule.orgId === orgId);
      if (enforcing(flag, own, orgId).length === 0) return;
      const fallback = await this.judge(flag, orgId, own, windowStart, to);
      if (fallback) fallbacks.push(fallback);
    });
    return fallbacks;
  }

  /** Ignores measurements from before the last decision about the flag. */
  private async judge(
    flag: GuardedFlag,
    orgId: string,
    rules: StoredRule[],
    windowStart: Date,
    to: Date,
  ): Promise<Fallback | undefined> {
    const { variant, fallback, minTurns } = flag.guard;
    const from = new Date(Math.max(windowStart.getTime(), ...rules.map((rule) => rule.changedAt.getTime())));
    const measured = await this.evidence.ofOrg(orgId, { variant, from, to });
    const rate = rateOf(measured);
    const threshold = fraction(await this.orgs.settingsOf(orgId), flag.guard.minRateSetting);
    if (rate === null || measured.turns < minTurns || rate >= threshold) return undefined;
    const found = {
      flag: flag.key,
      orgId,
      from: variant,
      to: fallback,
      rate,
      turns: measured.turns,
      threshold,
    };
    await this.database.forOrg(orgId, (tx) => this.takeBack(tx, flag, rules, found));
    this.logger.error(
      found,
      'a flag was taken back from an org: toolInBrokeredSet fell under its threshold for an hour',
    );
    return found;
  }

  private async takeBack(
    tx: OrgTransaction,
    flag: GuardedFlag,
    rules: StoredRule[],
    { rate, turns, threshold }: Fallback,
  ): Promise<void> {
    const { variant, fallback, windowMinutes } = flag.guard;
    const reason = {
      actor: { kind: 'system' as const },
      action: 'flag.fallback',
      why: `toolInBrokeredSet was ${(rate * 100).toFixed(1)} % over ${turns} turns in ${windowMinutes} minutes, under ${threshold * 100} %.`,
      note: { rate, turns, threshold },
    };
    for (const { place, percent, revision } of enforcing(flag, rules, tx.orgId))
      await this.writer.write(tx, flag.key, place, { value: fallback, percent }, reason, revision);
    await this.alerts.raise(tx, {
      flag: flag.key,
      fromValue: variant,
      toValue: fallback,
      rate,
      turns,
      threshold,
    });
    await this.writer.announce(tx);
  }
}

/** The org's places where the guarded variant must be replaced; the org itself if the variant comes from the default. */
function enforcing(
  flag: GuardedFlag,
  rules: StoredRule[],
  orgId: string,
): { place: FlagPlace; percent: number | null; revision: number }[] {
  const { variant } = flag.guard;
  const at = (kind: FlagPlace['at']) => rules.find((rule) => rule.at === kind);
  if (at('kill')?.value) return [];
  const own = at('org');
  const base = own?.value ?? at('default')?.value ?? flag.default;
  const places = rules
    .filter((rule) => rule.orgId === orgId && rule.at !== 'org' && rule.value === variant)
    .map((rule) => ({ place: rule as FlagPlace, percent: rule.percent, revision: rule.revision }));
  if (base !== variant) return places;
  return [{ place: orgPlace('org', orgId), percent: null, revision: own?.revision ?? 0 }, ...places];
}
