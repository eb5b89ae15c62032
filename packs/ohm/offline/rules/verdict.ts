import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { wiringWarnings } from '../../schema/artifacts/wiring-checks.ts';
import type { WireEnd, Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { nameIn, pinNameIn } from '../../schema/parts/arabic-names.ts';

export interface CheckedConnection {
  text: string;
  /** Why it is wrong; none when it is right. */
  problems: string[];
}

/** Each connection with what is wrong with it, and what concerns none alone. */
export function checkCircuit(
  wiring: Wiring,
  bom: Bom | undefined,
  language = 'en',
): { connections: CheckedConnection[]; others: string[] } {
  const warnings = wiringWarnings(wiring, bom);
  const connections = wiring.connections.map(({ id, from, to, signal }) => ({
    text: `${endIn(language, from)} → ${endIn(language, to)} (${signal})`,
    problems: warnings
      .filter(({ connectionIds }) => connectionIds.includes(id))
      .map(({ message }) => message),
  }));
  return {
    connections,
    others: warnings.filter(({ connectionIds }) => connectionIds.length === 0).map(({ message }) => message),
  };
}

/** By the id in English, which is what the parts list calls it; by its name in Arabic. */
function endIn(language: string, { componentId: id, pin }: WireEnd): string {
  return `${nameIn(language, { id, name: id })} ${pinNameIn(language, pin)}`;
}
