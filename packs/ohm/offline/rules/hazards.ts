import type { Connection } from '../../schema/artifacts/wiring.kind.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import { WORDS } from './step-words.ts';

/** Contacts of a relay: what hangs on them is switched. */
const CONTACT = /^(?:no|nc|com)\d*(?: \(\d+\))?$/i;
/** Up to here a direct voltage can be touched (IEC 61140, extra-low voltage). */
const MAX_TOUCHABLE_V = 60;

/**
 * What can hurt whoever wires a part. A relay is dangerous by what it switches: one whose contacts hold nothing but parts
 * that are known to run on a low voltage has no mains on it.
 */
export function hazardOf(
  id: string,
  connections: readonly Connection[],
  language: string,
): string | undefined {
  const warning = WORDS[language === 'ar' ? 'ar' : 'en'].warnings[id]?.warning;
  return id.startsWith('relay-') && switchesLowVoltage(id, connections) ? undefined : warning;
}

function switchesLowVoltage(id: string, connections: readonly Connection[]): boolean {
  const switched = connections.flatMap(({ from, to }) => {
    if (from.componentId === id && CONTACT.test(from.pin)) return [to.componentId];
    return to.componentId === id && CONTACT.test(to.pin) ? [from.componentId] : [];
  });
  return (
    switched.length > 0 &&
    switched.every((other) => (partOf(other)?.supply?.max ?? Number.POSITIVE_INFINITY) <= MAX_TOUCHABLE_V)
  );
}
