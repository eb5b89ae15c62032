import { pinName, pinsOfWiring, type WiredPin } from '../schema/artifacts/pin-names.ts';
import type { Wiring } from '../schema/artifacts/wiring.kind.ts';
import { pinInCode } from '../schema/parts/pin-key.ts';
import { deviceCode } from './device-code.ts';

/** Files of the firmware with the fields of the code artifact beside them. */
export interface Firmware {
  header: string;
  main: string;
  platform: string;
  libraries: string[];
  /** Each constant with its pin and the part behind it. */
  pinMap: { signal: string; pin: string; componentId: string }[];
  /** Ids of wired parts for which there is no code. */
  without: string[];
}

const READ_INTERVAL_MS = 10_000;
const PLATFORMS: Readonly<Record<string, string>> = {
  'esp32-devkit': 'esp32-arduino',
  'esp8266-nodemcu': 'esp8266-arduino',
  'arduino-uno': 'avr-arduino',
  'arduino-nano': 'avr-arduino',
  'rpi-pico-w': 'rp2040',
};

/**
 * The firmware of a wired project: a constant for every pin that carries a signal, and a loop in time slices that never
 * blocks. All pins come from the wiring. Parts without code ({@link Firmware.without}) only have constants.
 */
export function firmwareFor(wiring: Wiring): Firmware {
  const pins = pinsOfWiring(wiring);
  const platform = PLATFORMS[wiring.board.componentId] ?? 'arduino';
  const ids = wiring.connections.flatMap(({ from, to }) => [from.componentId, to.componentId]);
  const parts = [...new Set(ids)].flatMap((id) => {
    const code = deviceCode[id];
    const lines = (own: string[] = []) =>
      own.map((line) => line.replaceAll(/PIN\((\w+)\)/g, (_whole, signal: string) => pinName(id, signal)));
    return code ? [{ id, code, lines }] : [];
  });
  const once = (all: string[]) => [...new Set(all)];
  const served = new Set(parts.map(({ id }) => id));
  const bus = parts.some(({ code }) => code.includes?.includes('<Wire.h>')) ? [busSetup(platform)] : [];
  return {
    header: header(wiring, pins),
    main: main({
      includes: once(parts.flatMap(({ code }) => code.includes ?? [])),
      globals: parts.flatMap(({ code, lines }) => lines(code.globals)),
      setup: [...bus, ...parts.flatMap(({ code, lines }) => lines(code.setup))],
      slices: parts.flatMap(({ id, code, lines }) =>
        code.every ? [{ name: id.replaceAll('-', '_'), lines: lines(code.every) }] : [],
      ),
    }),
    platform,
    libraries: once(parts.flatMap(({ code }) => code.libraries ?? [])),
    pinMap: pins.map(({ name, pin, componentId }) => ({ signal: name, pin, componentId })),
    without: once(pins.map(({ componentId }) => componentId)).filter((id) => !served.has(id)),
  };
}

function busSetup(platform: string): string {
  if (platform.startsWith('esp')) return 'Wire.begin(PIN_SDA, PIN_SCL);';
  return platform === 'rp2040'
    ? 'Wire.setSDA(PIN_SDA); Wire.setSCL(PIN_SCL); Wire.begin();'
    : 'Wire.begin();';
}

function header({ board }: Wiring, pins: readonly WiredPin[]): string {
  return [
    '#pragma once',
    '#include <Arduino.h>',
    '',
    `// Pins of ${board.name}, as wired.`,
    ...pins.map(({ name, pin }) => `constexpr uint8_t ${name} = ${pinInCode(pin, board.componentId)};`),
    '',
    '// Time between two readings.',
    `constexpr uint32_t READ_INTERVAL_MS = ${READ_INTERVAL_MS};`,
    '',
  ].join('\n');
}

interface Program {
  includes: string[];
  globals: string[];
  setup: string[];
  slices: { name: string; lines: string[] }[];
}

function main({ includes, globals, setup, slices }: Program): string {
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const shift = (index: number) => (index === 0 ? '0' : `READ_INTERVAL_MS / ${slices.length} * ${index}`);
  return [
    ...['<Arduino.h>', ...includes, '"config.h"'].map((name) => `#include ${name}`),
    '',
    ...globals,
    'String lastReport;',
    '',
    'template <typename Value> void report(const char *name, Value value) {',
    '  lastReport = String(name) + ": " + String(value);',
    '  Serial.println(lastReport);',
    '}',
    '',
    ...slices.flatMap(({ name, lines }) => [`void run_${name}() {`, ...indented(lines), '}', '']),
    '// A task that is due again and again. The subtraction stays right when millis() overflows after 49 days.',
    'struct Slice {',
    '  void (*run)();',
    '  uint32_t last;',
    '};',
    `Slice slices[] = {${slices.map(({ name }) => `{run_${name}, 0}`).join(', ') || '{nullptr, 0}'}};`,
    '',
    'void setup() {',
    '  Serial.begin(115200);',
    ...indented(setup),
    // Distributed over the interval, so that no two slices coincide.
    ...slices.map((_, index) => `  slices[${index}].last = millis() - READ_INTERVAL_MS + ${shift(index)};`),
    '}',
    '',
    'void loop() {',
    '  const uint32_t now = millis();',
    '  for (Slice &slice : slices) {',
    '    if (slice.run == nullptr || now - slice.last < READ_INTERVAL_MS) continue;',
    '    slice.last = now;',
    '    slice.run();',
    '  }',
    '  yield();',
    '}',
    '',
  ].join('\n');
}
