import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { FlagDefinition, FlagValue, RolloutGateSpec } from '../flag-definition.ts';
import type { FlagPlace } from '../flag-place.ts';
import { FlagGateError } from '../flags.errors.ts';
import {
  ROLLOUT_EVIDENCE,
  rateOf,
  type EvidenceWindow,
  type MeasuredDay,
  type RolloutEvidence,
} from './rollout-evidence.ts';

const DAY_MS = 86_400_000;

/** Progress of a gated variant towards becoming the platform's default. */
export interface GateStatus extends RolloutGateSpec {
  open: boolean;
  /** Share of measured turns, 0 to 1; null if no turn was measured. */
  rate: number | null;
  turns: number;
}

/** Allows a variant to become the platform's default after enough measurements. A single org can use it at any time. */
@Injectable()
export class RolloutGate {
  constructor(
    @Inject(ROLLOUT_EVIDENCE) private readonly evidence: RolloutEvidence,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Current status of a flag's gate; null for a flag without a gate. */
  async statusOf(flag: FlagDefinition): Promise<GateStatus | null> {
    if (flag.type === 'boolean' || !flag.gate) return null;
    return { ...flag.gate, ...judge(flag.gate, await this.evidence.overall(this.windowOf(flag.gate))) };
  }

  /** The evidence for a flag's gate per day; empty for a flag without a gate. */
  async daysOf(flag: FlagDefinition): Promise<MeasuredDay[]> {
    if (flag.type === 'boolean' || !flag.gate) return [];
    return this.evidence.byDay(this.windowOf(flag.gate));
  }

  private windowOf({ measuredIn, windowDays }: RolloutGateSpec): EvidenceWindow {
    const to = this.clock.now();
    return { variant: measuredIn, from: new Date(to.getTime() - windowDays * DAY_MS), to };
  }

  /**
   * Rejects a value whose gate is closed.
   *
   * @returns the gate's status if the value is gated, to be stored with the change.
   * @throws FlagGateError unless `override` is set.
   */
  async pass(
    flag: FlagDefinition,
    place: FlagPlace,
    value: FlagValue | null,
    override: boolean,
  ): Promise<(GateStatus & { overridden: boolean }) | null> {
    if (place.at !== 'default' || flag.type === 'boolean' || value !== flag.gate?.variant) return null;
    const status = await this.statusOf(flag);
    if (!status) return null;
    if (!status.open && !override) {
      const { variant, rate, turns, minRate, minTurns, windowDays } = status;
      throw new FlagGateError(flag.key, variant, rate, turns, minRate, minTurns, windowDays);
    }
    return { ...status, overridden: !status.open };
  }
}

/** Evaluates whether the measurements open the gate. */
export function judge(
  { minRate, minTurns }: Pick<RolloutGateSpec, 'minRate' | 'minTurns'>,
  measured: { turns: number; hits: number },
): Pick<GateStatus, 'open' | 'rate' | 'turns'> {
  const rate = rateOf(measured);
  return {
    open: rate !== null && rate >= minRate && measured.turns >= minTurns,
    rate,
    turns: measured.turns,
  };
}
