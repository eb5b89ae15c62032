import type { Component } from '../../schema/artifacts/bom.kind.ts';
import { isLowBoard } from '../../schema/artifacts/bom-checks.ts';
import type { Connection, WiringContent } from '../../schema/artifacts/wiring.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { pinPools, type PinPools } from '../../schema/parts/pin-pools.ts';
import { hazardOf } from './hazards.ts';
import { linesOf, type PartLine } from './part-lines.ts';
import { WORDS, type StepWords } from './step-words.ts';

/** There is no way to wire it, for people: in English as the message, and in Arabic. */
export class NoWiringError extends Error {
  constructor(
    message: string,
    readonly arabic: string,
  ) {
    super(message);
  }
}

type Wire = Omit<Connection, 'id'>;

/** Channels of one level shifter. */
const SHIFTER_CHANNELS = 4;
const SHIFTER = 'level-shift-4';
const SHARED: readonly string[] = ['SDA', 'SCL', 'SCK', 'MISO', 'MOSI', 'onewire'];

/**
 * Wires a parts list: pins by the pools of the board in the order of the list, so that what is added later moves
 * nothing; every part gets ground and supply; buses are shared; data lines that need one get a pull-up.
 *
 * @param language of the steps.
 * @throws NoWiringError for a list without a known board, or one with more lines than the board has pins.
 */
export function wiringFor(components: readonly Component[], language = 'en'): WiringContent {
  const board = components.find(({ category }) => category === 'mcu');
  if (!board) throw new NoWiringError('The parts list has no board.', 'لا توجد لوحة تحكم في قائمة القطع.');
  const pools = pinPools[board.id];
  if (!pools)
    throw new NoWiringError(
      `The pins of ${board.name} are not known here.`,
      `منافذ ${nameIn('ar', board)} غير معروفة هنا.`,
    );
  const words = WORDS[language === 'ar' ? 'ar' : 'en'];
  const plan = new PinPlan(board, pools, components, words);
  const wires = components.flatMap((part) => (part === board ? [] : plan.wiresOf(part)));
  const connections = wires.map((wire) => ({
    ...wire,
    id: `${wire.from.componentId}:${wire.from.pin}>${wire.to.componentId}:${wire.to.pin}`.toLowerCase(),
  }));
  if (connections.length === 0)
    throw new NoWiringError(
      'The parts list has nothing to connect.',
      'لا شيء في قائمة القطع يحتاج إلى توصيل.',
    );
  return {
    board: { componentId: board.id, name: board.name, logicVoltage: board.voltage?.logic ?? 3.3 },
    components: components
      .filter(({ id }) =>
        connections.some(({ from, to }) => from.componentId === id || to.componentId === id),
      )
      .map(({ id, name }) => ({ id, label: name })),
    connections,
    powerRails: railsOf(components, connections, board),
    steps: stepsFor(board, components, connections, { words, language }),
    diagram: { format: 'mermaid', source: mermaid(connections) },
  };
}

class PinPlan {
  private readonly used = new Set<string>();
  private channels = 0;
  private shifterFed = false;

  constructor(
    private readonly board: Component,
    private readonly pools: PinPools,
    private readonly components: readonly Component[],
    private readonly words: StepWords,
  ) {
    // Pins of buses that are needed are not given away before.
    for (const { interfaces = [] } of components) {
      if (interfaces.includes('i2c')) this.take(...Object.values(pools.i2c));
      if (interfaces.includes('spi')) this.take(pools.spi.SCK, pools.spi.MISO, pools.spi.MOSI);
    }
  }

  wiresOf(part: Component): Wire[] {
    const lines = linesOf(part, this.components, this.board);
    return Array.from({ length: lines.length === 0 ? 0 : part.quantity }, (_, index) => index).flatMap(
      (index) => lines.flatMap((line) => this.wires(part, line, index)),
    );
  }

  /** @param copy of several of the same part; they share supply and buses, and are told apart by the number. */
  private wires(part: Component, line: PartLine, copy: number): Wire[] {
    const own = { componentId: part.id, pin: copy === 0 ? line.pin : `${line.pin} (${copy + 1})` };
    switch (line.to) {
      case 'ground':
        return [this.wire('GND', own, 'GND', 'GND', 0)];
      case 'supply':
        return [this.wire(line.rail, own, line.signal, line.rail, line.rail === '5V' ? 5 : 3.3)];
      case 'board': {
        const wire = this.wire(line.at, own, line.signal, line.net, line.volts);
        return [{ ...wire, ...(line.caution && { notes: this.words.caution(line.caution) }) }];
      }
      case 'part':
        return [{ from: line.at, to: own, signal: line.signal, ...(line.net && { net: line.net }) }];
      case 'rail': {
        const voltage = line.rail === '5V' ? 5 : 0;
        return [
          {
            from: { componentId: line.source, pin: line.sourcePin },
            to: own,
            signal: line.signal,
            net: line.rail,
            voltage,
          },
        ];
      }
      case 'pin':
        return this.signalWires(part, line, own, copy);
    }
  }

  private signalWires(
    part: Component,
    line: Extract<PartLine, { to: 'pin' }>,
    own: Wire['to'],
    copy: number,
  ): Wire[] {
    const pin = this.pinFor(line.pool, part, copy);
    // Lines that share a pin share their name; others are told apart.
    const signal = copy === 0 || SHARED.includes(line.pool) ? line.signal : `${line.signal}${copy + 1}`;
    if (!line.high || !isLowBoard(this.board)) return [this.wire(pin, own, signal)];
    const shifter = this.components.find(({ id }) => id === SHIFTER);
    if (!shifter) return [this.wire(pin, own, signal)];
    this.channels += 1;
    if (this.channels > SHIFTER_CHANNELS * shifter.quantity)
      throw new NoWiringError(
        `${shifter.name} has too few channels: not enough pins.`,
        `قنوات ${nameIn('ar', shifter)} لا تكفي: المنافذ غير كافية.`,
      );
    const channel = this.channels;
    return [
      ...this.feedShifter(),
      { from: own, to: { componentId: SHIFTER, pin: `HV${channel}` }, signal },
      {
        ...this.wire(pin, { componentId: SHIFTER, pin: `LV${channel}` }, signal),
        notes: `through the level shifter from ${part.id}`,
      },
    ];
  }

  private feedShifter(): Wire[] {
    if (this.shifterFed) return [];
    this.shifterFed = true;
    const at = (pin: string) => ({ componentId: SHIFTER, pin });
    return [
      this.wire('5V', at('HV'), 'HV', '5V', 5),
      this.wire('3V3', at('LV'), 'LV', '3V3', 3.3),
      this.wire('GND', at('GND'), 'GND', 'GND', 0),
    ];
  }

  private pinFor(pool: Extract<PartLine, { to: 'pin' }>['pool'], part: Component, copy: number): string {
    const { i2c, spi, uart, digital, adc } = this.pools;
    switch (pool) {
      case 'SDA':
      case 'SCL':
        return i2c[pool];
      case 'SCK':
      case 'MISO':
      case 'MOSI':
        return spi[pool];
      case 'CS':
        return this.used.has(spi.CS) ? this.next(digital, part) : this.takeOne(spi.CS);
      case 'RX':
      case 'TX':
        return this.next([uart[pool]], part);
      case 'adc':
        return this.next(adc, part);
      case 'onewire':
        // All probes of a 1-Wire line share its pin.
        return copy === 0 ? this.next(digital, part) : (this.lastOneWire ?? this.next(digital, part));
      case 'contact': {
        const { noPullUp = [] } = this.pools;
        return this.next(
          digital.filter((pin) => !noPullUp.includes(pin)),
          part,
        );
      }
      case 'digital':
        return this.next(digital, part);
    }
  }

  private lastOneWire: string | undefined;

  private next(pool: readonly string[], part: Component): string {
    const free = pool.find((pin) => !this.used.has(pin));
    if (free === undefined)
      throw new NoWiringError(
        `There are not enough pins on ${this.board.name} for ${part.name}.`,
        `لا توجد منافذ كافية على ${nameIn('ar', this.board)} من أجل ${nameIn('ar', part)}.`,
      );
    if (part.interfaces?.includes('onewire')) this.lastOneWire = free;
    return this.takeOne(free);
  }

  private takeOne(pin: string): string {
    this.used.add(pin);
    return pin;
  }

  private take(...pins: string[]): void {
    for (const pin of pins) this.used.add(pin);
  }

  private wire(pin: string, to: Wire['to'], signal: string, net?: string, voltage?: number): Wire {
    return {
      from: { componentId: this.board.id, pin },
      to,
      signal,
      ...(net !== undefined && { net }),
      ...(voltage !== undefined && { voltage }),
    };
  }
}

/** Power last: nothing is live while it is put together. */
function stepsFor(
  board: Component,
  components: readonly Component[],
  connections: readonly Connection[],
  { words, language }: { words: StepWords; language: string },
): NonNullable<WiringContent['steps']> {
  const parts = partIdsOf(connections).filter((id) => id !== board.id);
  const texts = parts.map((id) => stepOf(id, components, connections, language));
  const all: { text: string; warning?: string }[] = [
    words.first(nameIn(language, board)),
    ...texts.filter(({ text }) => !text.endsWith(': .')),
    { text: words.last },
  ];
  return all.slice(0, 100).map((step, index) => ({ order: index + 1, ...step }));
}

function partIdsOf(connections: readonly Connection[]): string[] {
  return [...new Set(connections.flatMap(({ from, to }) => [from.componentId, to.componentId]))];
}

/**
 * How one part is connected, and what has to be known before.
 *
 * @param components names by id; a part that is not among them is called by its id.
 */
export function stepOf(
  id: string,
  components: readonly { id: string; name: string }[],
  connections: readonly Connection[],
  language: string,
): { text: string; warning?: string } {
  const words = WORDS[language === 'ar' ? 'ar' : 'en'];
  const board = components.find((one) => pinPools[one.id]);
  const nameOf = (one: string) =>
    nameIn(language, components.find((known) => known.id === one) ?? { id: one, name: one });
  const own = connections.filter(
    ({ from, to }) => to.componentId === id || (from.componentId === id && to.componentId !== board?.id),
  );
  const lines = own.map(({ from, to, signal }) => {
    const [here, there] = to.componentId === id ? [to, from] : [from, to];
    return words.line(here.pin, nameOf(there.componentId), there.pin, signal);
  });
  const cautions = own.flatMap(({ notes, net }) => (notes !== undefined && net !== undefined ? [notes] : []));
  const warnings = [...new Set([hazardOf(id, connections, language) ?? [], cautions].flat())];
  return {
    text: `${nameOf(id)}: ${lines.join(words.between)}.`.slice(0, 600),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}

/** The rails of the board, each with what feeds it, and one for each further voltage. */
function railsOf(
  components: readonly Component[],
  connections: readonly Connection[],
  board: Component,
): NonNullable<WiringContent['powerRails']> {
  const fed = connections.filter(({ signal, voltage }) => signal === 'VIN' && voltage !== undefined);
  const own = [
    { name: '3V3', voltage: 3.3 },
    { name: '5V', voltage: 5 },
  ];
  const others = fed.flatMap(({ net, voltage }) =>
    net === undefined || voltage == null || own.some(({ name }) => name === net)
      ? []
      : [{ name: net, voltage }],
  );
  return [...own, ...others].map((rail) => {
    const source = components.find(({ id }) =>
      fed.some(({ net, to }) => net === rail.name && to.componentId === id),
    );
    const most = source?.currentMa?.max;
    return {
      ...rail,
      sourceComponentId: source?.id ?? board.id,
      ...(most !== undefined && most > 0 && { maxCurrentMa: most }),
    };
  });
}

function mermaid(connections: readonly Connection[]): string {
  const key = (id: string) => id.replaceAll('-', '_');
  const lines = connections.map(
    ({ from, to, signal }) =>
      `  ${key(from.componentId)} -- "${from.pin} ${signal} ${to.pin}" --> ${key(to.componentId)}`,
  );
  return ['flowchart LR', ...lines].join('\n');
}
