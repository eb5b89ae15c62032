import { component, finishedBom, type Bom, type Component } from '../../schema/artifacts/bom.kind.ts';
import { finishedWiring, type Connection, type Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { pinPools } from '../../schema/parts/pin-pools.ts';
import { partsFor, partsToAdd } from './parts-list.ts';
import { wiringFor } from './pin-plan.ts';
import { checkCircuit } from './verdict.ts';

/** Where what is told of a part comes from. */
export type Origin =
  /** The wiring of the project. */
  | 'wired'
  /** Its parts list, which has the part, while no wiring has it. */
  | 'listed'
  /** What would be put into the list for it. */
  | 'proposed';

/** The circuit in which a part stands. */
export interface PartCircuit {
  origin: Origin;
  wiring: Wiring;
  bom: Bom;
}

const parsed = (parts: readonly unknown[]) => parts.map((one) => component.parse(one));

/**
 * The circuit in which parts stand: as it is wired, else as it would be by the parts list, else by what the parts need.
 *
 * @param board what the parts are connected to where there is no list.
 * @throws NoWiringError where nothing can be wired.
 */
export function circuitWith(
  ids: readonly string[],
  {
    wiring,
    bom,
    board,
  }: { wiring?: Wiring | undefined; bom?: Bom | undefined; board?: CataloguePart | undefined },
): PartCircuit {
  const named = ids.flatMap((id) => partOf(id)?.name ?? []).join('\n');
  const listWith = () => listOf(board ? [board.name, named] : [named]);
  const isWired = ids.every((id) =>
    wiring?.connections.some(({ from, to }) => [from.componentId, to.componentId].includes(id)),
  );
  if (wiring && isWired) return { origin: 'wired', wiring, bom: bom ?? listWith() };
  const isListed = ids.every((id) => bom?.components.some((one) => one.id === id));
  const list = !bom
    ? listWith()
    : isListed
      ? bom
      : finishedBom({
          currency: bom.currency,
          components: [...bom.components, ...parsed(partsToAdd(named, bom.components))],
        });
  const plan = finishedWiring(wiringFor(list.components), { version: 0, bom: list });
  return { origin: isListed ? 'listed' : 'proposed', wiring: plan, bom: list };
}

function listOf(texts: readonly string[]): Bom {
  return finishedBom({ currency: 'USD', components: parsed(partsFor(texts)) });
}

/** The part and what it goes through on its way to the board: a relay, a level shifter. */
export function chainOf(id: string, { wiring }: PartCircuit): string[] {
  const { board, connections } = wiring;
  const others = connections.flatMap(({ from, to }) => {
    if (from.componentId === id) return [to.componentId];
    return to.componentId === id ? [from.componentId] : [];
  });
  const between = [...new Set(others)].filter(
    (one) => one !== board.componentId && /^(?:relay|level-shift|l298n)/.test(one),
  );
  return [id, ...between];
}

/** Problems that the checks of wiring and parts find with these parts. */
export function problemsWith(ids: readonly string[], { wiring, bom }: PartCircuit): string[] {
  const own = new Set(wiring.connections.filter((one) => touches(one, ids)).map(({ id }) => id));
  const { others } = checkCircuit(wiring, bom);
  const wired = wiring.warnings.filter(({ connectionIds }) => connectionIds.some((id) => own.has(id)));
  const listed = bom.warnings.filter(
    ({ code, componentIds }) =>
      code === 'POWER_BUDGET' || (code !== 'UNPRICED' && componentIds.some((id) => ids.includes(id))),
  );
  return [
    ...new Set([...wired.map(({ message }) => message), ...listed.map(({ message }) => message), ...others]),
  ];
}

function touches({ from, to }: Connection, ids: readonly string[]): boolean {
  return ids.includes(from.componentId) || ids.includes(to.componentId);
}

/** A part takes more than a pin of the board gives: current in mA; undefined where a pin could feed it. */
export function tooMuchForPin(
  id: string,
  { wiring, bom }: PartCircuit,
): { takesMa: number; pinMa: number } | undefined {
  const part: Pick<Component, 'currentMa' | 'category'> | undefined =
    bom.components.find((one) => one.id === id) ?? partOf(id);
  const pinMa = pinPools[wiring.board.componentId]?.pinMa;
  if (part?.category !== 'actuator' || !part.currentMa || pinMa === undefined) return undefined;
  return part.currentMa.typical > pinMa ? { takesMa: part.currentMa.max, pinMa } : undefined;
}
