import type { FlagView } from '#contracts';
import { counted, formatExact } from '../ui/format.ts';
import { rateWord } from './flag-labels.ts';

type Gate = NonNullable<FlagView['gate']>;

/** As sentences; empty if it is open. @param orgs all orgs, as the gate covers them; undefined if some are hidden. */
export function openRequirements(gate: Gate, orgs: FlagView['orgs'] | undefined): string[] {
  if (gate.open) return [];
  const { measuredIn, turns, minTurns, rate, minRate } = gate;
  const sentences: string[] = [];
  if (turns < minTurns)
    sentences.push(`${formatExact(minTurns - turns)} more turns with tool calls, measured in ${measuredIn}.`);
  if (rate !== null && rate < minRate) {
    const missed = Math.round(turns * (1 - rate));
    sentences.push(
      `Fewer misses: ${formatExact(missed)} of ${counted(turns, 'turn')} had one; ${rateWord(minRate)} allows ${formatExact(allowed(gate))}.`,
    );
  }
  const measures = orgs?.some(({ effective, share }) => [effective, share.value].includes(measuredIn));
  if (measures === false) sentences.push(`At least one org in ${measuredIn}.`);
  return sentences;
}

/** Misses that the rate allows. A tenth of 500 would be 49.99999… without rounding. */
const allowed = ({ turns, minRate }: Gate) => Math.floor(turns * (1 - minRate) + 1e-6);
