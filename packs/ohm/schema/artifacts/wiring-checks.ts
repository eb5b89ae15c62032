import { pinKey } from '../parts/pin-key.ts';
import { drivesHighLevel, isLowBoard, isShifter } from './bom-checks.ts';
import type { Bom } from './bom.kind.ts';
import type { Component } from './component.ts';
import { isGround, isSupply } from './lines.ts';
import { BUS } from './pin-names.ts';
import type { Circuit, Connection, WireEnd } from './connection.ts';
import type { WiringWarning } from './warnings.ts';

/** Categories of parts that are only held or plugged in, without lines of their own. */
export const UNWIRED: ReadonlySet<string> = new Set(['passive', 'connector', 'mechanical', 'tool', 'other']);
const RESISTOR = /^res-|resist|pull[- ]?up|Ω|ohm/i;
/** Sensors whose data line floats without a resistor to the supply. */
const OPEN_DRAIN = /^(?:ds18b20|dht11|dht22)/;

/** Warnings about connections that would not work or would damage a part. Without a parts list only the connections are checked. */
export function wiringWarnings(content: Circuit, bom: Bom | undefined): WiringWarning[] {
  const conflicts = pinConflicts(content, bom);
  if (!bom) return conflicts;
  return [
    ...conflicts,
    ...unknownComponents(content, bom),
    ...logicLevels(content, bom),
    ...missingLines(content, bom),
    ...missingPullUps(content, bom),
    ...unwired(content, bom),
  ];
}

const ends = ({ from, to }: Connection): WireEnd[] => [from, to];
const touches = (one: Connection, id: string) => ends(one).some(({ componentId }) => componentId === id);
const otherEnd = ({ from, to }: Connection, id: string) => (from.componentId === id ? to : from);
const warning = (code: string, message: string, connections: readonly Connection[]): WiringWarning => ({
  code,
  message,
  connectionIds: connections.map(({ id }) => id),
});

function pinConflicts({ board, connections }: Circuit, bom: Bom | undefined): WiringWarning[] {
  const used = connections.flatMap((one) => {
    if (!touches(one, board.componentId) || isGround(one) || isSupply(one)) return [];
    const other = partIn(bom, otherEnd(one, board.componentId).componentId);
    if (other && isResistor(other)) return [];
    return [{ one, pin: ends(one).find(({ componentId }) => componentId === board.componentId)?.pin ?? '' }];
  });
  const byPin = Map.groupBy(used, ({ pin }) => pinKey(pin, `${board.componentId} ${board.name}`));
  return [...byPin.values()].flatMap((uses) => {
    const joined = uses.map(({ one }) => one);
    if (new Set(joined.map((one) => useOf(one, board.componentId, bom))).size < 2) return [];
    const signals = joined.map((one) => `${otherEnd(one, board.componentId).componentId} ${one.signal}`);
    const message = `Pin ${uses[0]?.pin} of ${board.name} is used by ${signals.join(' and ')}.`;
    return [warning('PIN_CONFLICT', message, joined)];
  });
}

/** Two connections with one use may share a pin: the lines of a bus, and all probes of a 1-Wire line. */
function useOf(one: Connection, boardId: string, bom: Bom | undefined): string {
  const signal = one.signal.trim().toUpperCase();
  if (BUS.includes(signal)) return signal;
  const { componentId } = otherEnd(one, boardId);
  return partIn(bom, componentId)?.interfaces?.includes('onewire') ? '1-wire' : `${componentId} ${signal}`;
}

function unknownComponents({ board, connections }: Circuit, { components }: Bom): WiringWarning[] {
  const named = new Set([...connections.flatMap(ends), board].map(({ componentId }) => componentId));
  const known = new Set(components.map(({ id }) => id));
  const unknown = [...named].filter((id) => !known.has(id));
  return unknown.map((id) => {
    const lines = connections.filter((one) => touches(one, id));
    return warning('UNKNOWN_COMPONENT', `${id} is not in the parts list.`, lines);
  });
}

function logicLevels({ board, connections }: Circuit, bom: Bom): WiringWarning[] {
  if (!isLowBoard({ voltage: { min: 0, max: 0, logic: board.logicVoltage } })) return [];
  return connections.flatMap((one) => {
    if (!touches(one, board.componentId) || isGround(one) || isSupply(one)) return [];
    const part = partIn(bom, otherEnd(one, board.componentId).componentId);
    if (!part || isShifter(part) || !drivesHighLevel(part) || isInput(one)) return [];
    const message = `${part.name} puts ${part.voltage?.logic} V on a pin of ${board.name}, which takes ${board.logicVoltage} V.`;
    return [warning('LOGIC_LEVEL', message, [one])];
  });
}

/** Lines on which the part only listens. */
function isInput({ signal }: Connection): boolean {
  return /^(?:trig(?:ger)?|in\d?|en[ab]?|din|rst|reset)$/i.test(signal.trim());
}

function missingLines({ connections }: Circuit, { components }: Bom): WiringWarning[] {
  // Where the board's own lines are missing, those of its parts are.
  const parts = components.filter((one) => needsWires(one) && one.category !== 'mcu');
  return parts.flatMap((part) => {
    const own = connections.filter((one) => touches(one, part.id));
    if (own.length === 0) return [];
    const found: WiringWarning[] = [];
    // A part that another part's output feeds, such as a pump behind a relay, has its supply through that line.
    if (part.voltage && !own.some((one) => isSupply(one) || switched(one, components)))
      found.push(warning('MISSING_POWER', `${part.name} has no supply line.`, own));
    if (!own.some(isGround)) found.push(warning('MISSING_GROUND', `${part.name} has no ground line.`, own));
    return found;
  });
}

/** One end is the output of a relay or a driver. */
function switched(one: Connection, components: readonly Component[]): boolean {
  return ends(one).some(
    ({ componentId, pin }) =>
      /^(?:no|nc|com|out\d?)$/i.test(pin) &&
      components.some(({ id, category }) => id === componentId && category === 'actuator'),
  );
}

function missingPullUps({ connections }: Circuit, { components }: Bom): WiringWarning[] {
  return components
    .filter((part) => part.interfaces?.includes('onewire') || OPEN_DRAIN.test(part.id))
    .flatMap((part) => {
      const data = connections.filter((one) => touches(one, part.id) && !isGround(one) && !isSupply(one));
      if (data.length === 0 || data.some((one) => isPulledUp(one, connections, components))) return [];
      return [warning('MISSING_PULLUP', `The data line of ${part.name} has no pull-up resistor.`, data)];
    });
}

/** A resistor connects some end of the line to a supply. */
function isPulledUp(
  line: Connection,
  connections: readonly Connection[],
  components: readonly Component[],
): boolean {
  const resistors = components.filter(isResistor).map(({ id }) => id);
  const onLine = (one: Connection) =>
    ends(one).some((here) =>
      ends(line).some(
        (there) => here.componentId === there.componentId && pinKey(here.pin) === pinKey(there.pin),
      ),
    );
  const joined = resistors.filter((id) =>
    connections.some((one) => touches(one, id) && (one === line || onLine(one))),
  );
  return joined.some((id) => connections.some((one) => touches(one, id) && isSupply(one)));
}

/** Parts that were added to the list after the wiring was written. */
function unwired({ board, connections }: Circuit, { components }: Bom): WiringWarning[] {
  const missing = components
    .filter(needsWires)
    .filter(({ id }) => id !== board.componentId && !connections.some((one) => touches(one, id)));
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(', ');
  return [warning('STALE_BOM', `The parts list has ${names}, and the wiring does not.`, [])];
}

function needsWires({ category, required }: Component): boolean {
  return required && !UNWIRED.has(category);
}

function isResistor({ id, name, category }: Component): boolean {
  return category === 'passive' && (RESISTOR.test(id) || RESISTOR.test(name));
}

function partIn(bom: Bom | undefined, id: string): Component | undefined {
  return bom?.components.find((one) => one.id === id);
}
