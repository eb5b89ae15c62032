import { isGround, isSupply } from './lines.ts';
import type { Circuit } from './connection.ts';

/** A board pin that code uses. */
export interface WiredPin {
  /** Name of the constant in the code, such as `PIN_DS18B20_DATA`. */
  name: string;
  pin: string;
  signal: string;
  componentId: string;
}

/** Signals that several parts share on one pin; each has one constant. */
export const BUS = ['SDA', 'SCL', 'SCK', 'MISO', 'MOSI'];

/** Name of the constant for a signal of a part. */
export function pinName(componentId: string, signal: string): string {
  const words = BUS.includes(signal.toUpperCase()) ? [signal] : [componentId, signal];
  return ['PIN', ...words]
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');
}

/** The board's pins that carry a signal, each constant once, in the order of the connections. */
export function pinsOfWiring({ board, connections }: Circuit): WiredPin[] {
  const pins = new Map<string, WiredPin>();
  for (const one of connections) {
    if (isGround(one) || isSupply(one)) continue;
    const [here, there] =
      one.from.componentId === board.componentId ? [one.from, one.to] : [one.to, one.from];
    if (here.componentId !== board.componentId) continue;
    // Behind a level shifter stands the part that the note names.
    const componentId = throughShifter(one.notes) ?? there.componentId;
    const name = pinName(componentId, one.signal);
    if (!pins.has(name)) pins.set(name, { name, pin: here.pin, signal: one.signal, componentId });
  }
  return [...pins.values()];
}

function throughShifter(notes: string | undefined): string | undefined {
  return /^through the level shifter from ([a-z0-9-]+)$/.exec(notes ?? '')?.[1];
}

const DEFINED = /^[ \t]*#define[ \t]+(PIN_[A-Z0-9_]+)[ \t]+\(?([A-Za-z0-9_]+)\)?/gm;
const CONSTANT = /\b(?:constexpr|const)\b[^;=\n]*?\b(PIN_[A-Z0-9_]+)\s*=\s*([A-Za-z0-9_]+)/g;
const SCRIPTED = /^(PIN_[A-Z0-9_]+)\s*=\s*(?:Pin\()?["']?([A-Za-z0-9_]+)/gm;

/** Constants `PIN_…` of the files, in C++, as a macro, or in Python. */
export function pinsInCode(
  files: readonly { path: string; content: string }[],
): { path: string; name: string; pin: string }[] {
  return files.flatMap(({ path, content }) =>
    [DEFINED, CONSTANT, SCRIPTED].flatMap((pattern) =>
      [...content.matchAll(pattern)].map(([, name = '', pin = '']) => ({ path, name, pin })),
    ),
  );
}
