import { drivesHighLevel, isLowBoard } from '../schema/artifacts/bom-checks.ts';
import type { Component } from '../schema/artifacts/bom.kind.ts';
import type { Connection, WireEnd, WiringContent } from '../schema/artifacts/wiring.kind.ts';
import { pinPools, type PinPools } from '../schema/parts/pin-pools.ts';
import { nameIn } from './arabic-names.ts';
import { linesOf, SUPPLY, type Circuit, type Pool } from './part-lines.ts';
import { wiringWords } from './wiring-words.ts';

/** A parts list cannot be wired; the reason in English and Arabic. */
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
const SHARED: readonly (Pool | WireEnd)[] = ['SDA', 'SCL', 'SCK', 'MISO', 'MOSI', 'onewire'];
const MAX_STEP_CHARACTERS = 600;

/**
 * Wires a parts list: pins by the pools of the board in the order of the list, so that a part that is added later moves
 * nothing; every part gets ground and supply; buses are shared; data lines that need one get a pull-up.
 *
 * @param language of the steps.
 * @throws NoWiringError for a list without a known board, with more lines than the board has pins, with a supply other
 *   than 5 V, or with 5 V signals for a board of 3.3 V.
 */
export function wiringFor(components: readonly Component[], language = 'en'): WiringContent {
  const board = components.find(({ category }) => category === 'mcu');
  const pools = pinPools[board?.id ?? ''];
  if (!board || !pools)
    throw new NoWiringError(
      'The parts list has no board whose pins I know.',
      'لا توجد في قائمة القطع لوحة أعرف منافذها.',
    );
  const supply = components.find(({ category, id }) => category === 'power' && id !== SUPPLY);
  if (supply)
    throw new NoWiringError(
      `Without a real model I wire only boards that USB or the 5 V supply feeds, and not ${supply.name}.`,
      `دون نموذج حقيقي لا أوصل إلا لوحات يغذيها USB أو مصدر ٥ فولت، لا ${nameIn('ar', supply)}.`,
    );
  const high = components.find((part) => isLowBoard(board) && sendsHigh(part));
  if (high)
    throw new NoWiringError(
      `${high.name} puts 5 V on pins that take 3.3 V, and without a real model I do not wire level shifters.`,
      `${nameIn('ar', high)} يضع 5 فولت على منافذ تتحمل 3.3، ودون نموذج حقيقي لا أوصل محول المستويات.`,
    );
  const plan = new PinPlan({ components, board }, pools);
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
    steps: stepsFor({ components, board }, connections, language),
    diagram: { format: 'mermaid', source: mermaid(connections) },
  };
}

const endOf = ({ componentId, pin }: WireEnd) => `${componentId}:${pin}`;
/** Its output is at 5 V; the echo of the ultrasonic sensor and displays on I2C among them. */
const sendsHigh = (part: Component) => part.category !== 'mcu' && drivesHighLevel(part);

/** Hands out the pins of the board. */
class PinPlan {
  private readonly used = new Set<string>();
  private oneWire: string | undefined;

  constructor(
    private readonly circuit: Circuit,
    private readonly pools: PinPools,
  ) {
    // Pins of buses that are needed are kept for them.
    for (const { interfaces = [] } of circuit.components) {
      if (interfaces.includes('i2c')) this.take(...Object.values(pools.i2c));
      if (interfaces.includes('spi')) this.take(pools.spi.SCK, pools.spi.MISO, pools.spi.MOSI);
    }
  }

  /** The wires of all equal parts of one row; they share supply and buses, and are told apart by their number. */
  wiresOf(part: Component): Wire[] {
    const lines = linesOf(part, this.circuit);
    return Array.from({ length: part.quantity }).flatMap((_, copy) =>
      lines.map(({ pin, signal, at, ...net }): Wire => {
        const own = { componentId: part.id, pin: copy === 0 ? pin : `${pin} (${copy + 1})` };
        const from =
          typeof at === 'string'
            ? { componentId: this.circuit.board.id, pin: this.pinFor(at, part, copy) }
            : at;
        const isOwn = copy > 0 && typeof at === 'string' && !SHARED.includes(at);
        return { from, to: own, signal: isOwn ? `${signal}${copy + 1}` : signal, ...net };
      }),
    );
  }

  private pinFor(pool: Pool, part: Component, copy: number): string {
    const { i2c, spi, uart, digital, adc, noPullUp = [] } = this.pools;
    switch (pool) {
      case 'SDA':
      case 'SCL':
        return i2c[pool];
      case 'SCK':
      case 'MISO':
      case 'MOSI':
        return spi[pool];
      case 'CS':
        return this.next([spi.CS, ...digital], part);
      case 'RX':
      case 'TX':
        return this.next([uart[pool]], part);
      case 'adc':
        return this.next(adc, part);
      case 'onewire':
        // All probes of a 1-Wire line share its pin.
        if (copy === 0 || this.oneWire === undefined) this.oneWire = this.next(digital, part);
        return this.oneWire;
      case 'contact':
        return this.next(
          digital.filter((pin) => !noPullUp.includes(pin)),
          part,
        );
      case 'digital':
        return this.next(digital, part);
    }
  }

  private next(pool: readonly string[], part: Component): string {
    const { board } = this.circuit;
    const free = pool.find((pin) => !this.used.has(pin));
    if (free === undefined)
      throw new NoWiringError(
        `There are not enough pins on ${board.name} for ${part.name}.`,
        `لا توجد منافذ كافية على ${nameIn('ar', board)} من أجل ${nameIn('ar', part)}.`,
      );
    this.take(free);
    return free;
  }

  private take(...pins: string[]): void {
    for (const pin of pins) this.used.add(pin);
  }
}

/** One step for each part. Power comes last: nothing is live while it is put together. */
function stepsFor(
  { components, board }: Circuit,
  connections: readonly Connection[],
  language: string,
): NonNullable<WiringContent['steps']> {
  const words = wiringWords[language === 'ar' ? 'ar' : 'en'];
  const nameOf = (id: string) =>
    nameIn(language, components.find((one) => one.id === id) ?? { id, name: id });
  // A relay is dangerous by what it switches; the small pump runs on 5 V.
  const hasPump = components.some(({ id }) => id === 'pump-5v');
  const warnings: Readonly<Record<string, string | undefined>> = {
    'relay-1': hasPump ? undefined : words.relay,
    [SUPPLY]: words.oneSupply,
  };
  const ids = [...new Set(connections.map(({ to }) => to.componentId))];
  const parts = ids.map((id) => {
    const lines = connections
      .filter(({ to }) => to.componentId === id)
      .map(({ from, to, signal }) => words.line(to.pin, nameOf(from.componentId), from.pin, signal));
    const warning = warnings[id];
    const text = `${nameOf(id)}: ${lines.join(words.between)}.`.slice(0, MAX_STEP_CHARACTERS);
    return { text, ...(warning !== undefined && { warning }) };
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
