import type { Bom } from '../artifacts/bom.kind.ts';
import { wiringWarnings } from '../artifacts/wiring-checks.ts';
import type { Wiring } from '../artifacts/wiring.kind.ts';

export interface CheckedConnection {
  text: string;
  /** Why it is wrong; none when it is right. */
  problems: string[];
}

/** Each connection with what is wrong with it, and what concerns none alone. */
export function checkCircuit(
  wiring: Wiring,
  bom: Bom | undefined,
): { connections: CheckedConnection[]; others: string[] } {
  const warnings = wiringWarnings(wiring, bom);
  const connections = wiring.connections.map(({ id, from, to, signal }) => ({
    text: `${from.componentId} ${from.pin} → ${to.componentId} ${to.pin} (${signal})`,
    problems: warnings
      .filter(({ connectionIds }) => connectionIds.includes(id))
      .map(({ message }) => message),
  }));
  return {
    connections,
    others: warnings.filter(({ connectionIds }) => connectionIds.length === 0).map(({ message }) => message),
  };
}
