import { drivesHighLevel, isLowBoard } from '../schema/artifacts/bom-checks.ts';
import type { Component } from '../schema/artifacts/component.ts';
import { UNWIRED } from '../schema/artifacts/wiring-checks.ts';
import type { WiringContent } from '../schema/artifacts/wiring.kind.ts';
import type { Connection, WireEnd } from '../schema/artifacts/connection.ts';
import { nameIn } from './arabic-names.ts';
import { linesOf, signalLinesOf, type Pool } from './part-lines.ts';
import { pinPools, type PinPools } from './pin-pools.ts';
import { wiringWords } from './wiring-words.ts';

/** Error for a parts list that cannot be wired, with the reason in English and Arabic. */
export class NoWiringError extends Error {
  constructor(
    message: string,
    readonly arabic: string,
  ) {
    super(message);
  }
}

type Wire = Omit<Connection, 'id'>;

/** Lines that several parts share. */
const SHARED: readonly (Pool | WireEnd)[] = ['SDA', 'SCL', 'onewire'];
const MAX_STEP_CHARACTERS = 600;

/**
 * Wires a parts list: pins by the pools of the board in the order of the list, so that a part that is added later moves
 * nothing; every part gets ground and supply; buses are shared; data lines that need one get a pull-up.
 *
 * @param language of the steps.
 * @throws NoWiringError for a list without a known board, with more lines than the board has pins, or with a part whose
 *   wiring is not known here.
 */
export function wiringFor(components: readonly Component[], language = 'en'): WiringContent {
  const board = components.find(({ category }) => category === 'mcu');
  const pools = pinPools[board?.id ?? ''];
  if (!board || !pools)
    throw new NoWiringError(
      'The parts list has no board whose pins I know.',
      'لا توجد في قائمة القطع لوحة أعرف منافذها.',
    );
  const other = components.find((part) => part !== board && !isKnown(part, board));
  if (other)
    throw new NoWiringError(
      `Without a real model I do not wire ${other.name}: it needs more than supply, ground and signal lines at the board's voltage.`,
      `دون نموذج حقيقي لا أوصل ${nameIn('ar', other)}: يحتاج إلى أكثر من خطوط تغذية وأرضي وإشارة بجهد اللوحة.`,
    );
  const plan = new PinPlan(components, board, pools);
  const connections = components
    .flatMap((part) => (part === board ? [] : plan.wiresOf(part)))
    .map((wire) => ({ ...wire, id: `${endOf(wire.from)}>${endOf(wire.to)}`.toLowerCase() }));
  if (connections.length === 0)
    throw new NoWiringError(
      'The parts list has nothing to connect.',
      'لا شيء في قائمة القطع يحتاج إلى توصيل.',
    );
  const ids = new Set(connections.flatMap(({ from, to }) => [from.componentId, to.componentId]));
  return {
    board: { componentId: board.id, name: board.name, logicVoltage: board.voltage?.logic ?? 3.3 },
    components: components.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, label: name })),
    connections,
    steps: stepsFor(components, board, connections, language),
    diagram: { format: 'mermaid', source: mermaid(connections) },
  };
}

const endOf = ({ componentId, pin }: WireEnd) => `${componentId}:${pin}`;
/** True if all its lines are known, and none exceeds the allowed level of the board's pins. */
function isKnown(part: Component, board: Component): boolean {
  if (UNWIRED.has(part.category)) return true;
  return signalLinesOf(part) !== undefined && !(isLowBoard(board) && drivesHighLevel(part));
}

/** Assigns the pins of the board. */
class PinPlan {
  private readonly used = new Set<string>();
  private oneWire: string | undefined;

  constructor(
    private readonly components: readonly Component[],
    private readonly board: Component,
    private readonly pools: PinPools,
  ) {
    // The pins of the bus are reserved for it.
    if (components.some(({ interfaces = [] }) => interfaces.includes('i2c')))
      for (const pin of Object.values(pools.i2c)) this.used.add(pin);
  }

  /** The wires of all equal parts of one row; they share supply and buses; their pins are numbered. */
  wiresOf(part: Component): Wire[] {
    const lines = linesOf(part, this.components, this.board);
    return Array.from({ length: part.quantity }).flatMap((_, copy) =>
      lines.map(({ pin, signal, at, ...net }): Wire => {
        const own = { componentId: part.id, pin: copy === 0 ? pin : `${pin} (${copy + 1})` };
        const from =
          typeof at === 'string' ? { componentId: this.board.id, pin: this.pinFor(at, part, copy) } : at;
        const isOwn = copy > 0 && typeof at === 'string' && !SHARED.includes(at);
        return { from, to: own, signal: isOwn ? `${signal}${copy + 1}` : signal, ...net };
      }),
    );
  }

  private pinFor(pool: Pool, part: Component, copy: number): string {
    if (pool === 'SDA' || pool === 'SCL') return this.pools.i2c[pool];
    if (pool !== 'onewire') return this.next(this.pools[pool], part);
    // All probes of a 1-Wire line share its pin.
    if (copy === 0 || this.oneWire === undefined) this.oneWire = this.next(this.pools.digital, part);
    return this.oneWire;
  }

  private next(pool: readonly string[], part: Component): string {
    const free = pool.find((pin) => !this.used.has(pin));
    if (free === undefined)
      throw new NoWiringError(
        `There are not enough pins on ${this.board.name} for ${part.name}.`,
        `لا توجد منافذ كافية على ${nameIn('ar', this.board)} من أجل ${nameIn('ar', part)}.`,
      );
    this.used.add(free);
    return free;
  }
}

/** One step for each part. Power comes last: nothing is live while it is put together. */
function stepsFor(
  components: readonly Component[],
  board: Component,
  connections: readonly Connection[],
  language: string,
): NonNullable<WiringContent['steps']> {
  const words = wiringWords[language === 'ar' ? 'ar' : 'en'];
  const nameOf = (id: string) =>
    nameIn(language, components.find((one) => one.id === id) ?? { id, name: id });
  const ids = [...new Set(connections.map(({ to }) => to.componentId))];
  const parts = ids.map((id) => {
    const lines = connections
      .filter(({ to }) => to.componentId === id)
      .map(({ from, to, signal }) => words.line(to.pin, nameOf(from.componentId), from.pin, signal));
    const text = `${nameOf(id)}: ${lines.join(words.between)}.`.slice(0, MAX_STEP_CHARACTERS);
    return { text, ...(id === 'relay-1' && { warning: words.relay }) };
  });
  return [
    { text: words.first(nameOf(board.id)), warning: words.unplugged },
    ...parts,
    { text: words.last },
  ].map((step, index) => ({ order: index + 1, ...step }));
}

function mermaid(connections: readonly Connection[]): string {
  const key = (id: string) => id.replaceAll('-', '_');
  const lines = connections.map(
    ({ from, to, signal }) =>
      `  ${key(from.componentId)} -- "${from.pin} ${signal} ${to.pin}" --> ${key(to.componentId)}`,
  );
  return ['flowchart LR', ...lines].join('\n');
}
