import { ModelRegistry, reportOf, type PriceSet } from '#models';
import type { ScenarioSuite } from '#pack-kit';
import { recordedUsage } from '../../test/scenarios/recorded-usage.ts';
import { numberIn } from '../commands/options.ts';
import { UsageError } from '../commands/usage.errors.ts';
import { isPaid, type Contestant } from './options.ts';

/** A suite with some of its scenarios. `of` is the number of all. */
export type ChosenSuite = ScenarioSuite & { of: number };

/**
 * The limit of a run that costs money, in USD: the given one, or the answer of the person at the terminal.
 *
 * @param ask undefined without a terminal.
 * @returns undefined if no model has a price.
 * @throws UsageError without a limit.
 */
export async function limitOf(
  given: number | undefined,
  { contestants, suites }: { contestants: readonly Contestant[]; suites: readonly ChosenSuite[] },
  ask?: (question: string) => Promise<string>,
): Promise<number | undefined> {
  const paid = contestants.filter(isPaid);
  if (given !== undefined || paid.length === 0) return given;
  const usd = paid.reduce((sum, contestant) => sum + expectedUsd(contestant, suites), 0);
  const cost = `This run costs about $${usd.toFixed(2)}, if the models use as many tokens as the offline model.`;
  if (!ask) throw new UsageError(`${cost} Name the most it may cost, in USD, with --max-usd N.`);
  return numberIn(await ask(`${cost}\nWhat may it cost at most, in USD? `), 'max-usd', { least: 0.01 });
}

/** The cost of the recorded tokens of the offline model, in USD. */
function expectedUsd({ provider, prices }: Contestant, suites: readonly ChosenSuite[]): number {
  return suites.reduce((sum, { pack, scenarios, of }) => {
    const used = recordedUsage[pack] ?? [];
    const usd = prices
      ? used.reduce(
          (all, at) => all + at.promptTokens * prices.input + at.completionTokens * prices.output,
          0,
        ) / 1e6
      : reportOf(used, new ModelRegistry(), provider as PriceSet).costUsd;
    return sum + (usd * scenarios.length) / of;
  }, 0);
}
