import { pinName, pinsOfWiring, type WiredPin } from '../../schema/artifacts/pin-names.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { pinInCode } from '../../schema/parts/pin-pools.ts';
import { deviceCode, type DeviceCode } from './device-code.ts';

/** Files of the firmware, and what stands beside them. */
export interface Firmware {
  header: string;
  main: string;
  platform: string;
  libraries: string[];
  /** Each constant with its pin and the part behind it. */
  pinMap: { signal: string; pin: string; componentId: string }[];
}

const DEFAULT_INTERVAL_MS = 10_000;
const PLATFORMS: Record<string, string> = {
  'esp32-devkit': 'esp32-arduino',
  'esp8266-nodemcu': 'esp8266-arduino',
  'arduino-uno': 'avr-arduino',
  'arduino-nano': 'avr-arduino',
  'rpi-pico-w': 'rp2040',
};
const EXTENDING = new Set(['ESP32Servo']);

/**
 * The firmware of a wired project: a constant for every pin that carries a signal, and a loop in time slices that never
 * waits. All pins are those of the wiring.
 */
export function firmwareFor(wiring: Wiring, intervalMs = DEFAULT_INTERVAL_MS): Firmware {
  const pins = pinsOfWiring(wiring);
  const parts = [...new Set(pins.map(({ componentId }) => componentId))];
  const platform = PLATFORMS[wiring.board.componentId] ?? 'arduino';
  const codes = parts.map((id): PartCode => {
    const known = deviceCode[id];
    const copies = known && !known.single ? copiesIn(wiring, id) : 1;
    return { id, code: portable(known ?? bySignals(pins, id), platform), copies };
  });
  const all = (pick: (code: DeviceCode) => string[] | undefined) => [
    ...new Set(codes.flatMap((part) => linesFor(part, pick(part.code) ?? [], pins))),
  ];
  const bus = pins.some(({ signal }) => signal === 'SDA') ? [busSetup(platform)] : [];
  return {
    header: header(wiring, pins, intervalMs),
    main: main({
      includes: ['<Arduino.h>', ...all(({ includes }) => includes), '"config.h"'],
      globals: all(({ globals }) => globals),
      setup: [...bus, ...all(({ setup }) => setup)],
      slices: codes.flatMap((part) => {
        const { every = [], lastly = [] } = part.code;
        const lines = [...linesFor(part, every, pins), ...linesFor(part, lastly, pins)];
        return lines.length === 0 ? [] : [{ name: nameOf(part.id), lines }];
      }),
    }),
    platform,
    libraries: all(({ libraries }) => libraries),
    pinMap: pins.map(({ name, pin, componentId }) => ({ signal: name, pin, componentId })),
  };
}

/** A part, and how many equal ones are wired. */
interface PartCode {
  id: string;
  code: DeviceCode;
  copies: number;
}

/** Pins of the second of several equal parts are marked `(2)`. */
function copiesIn({ connections }: Wiring, id: string): number {
  const marks = connections
    .flatMap(({ from, to }) => [from, to])
    .filter(({ componentId }) => componentId === id)
    .map(({ pin }) => Number(/\((\d+)\)$/.exec(pin)?.[1] ?? 1));
  return Math.max(1, ...marks);
}

/** The lines of each of them; what names neither pin nor place is there once. */
function linesFor({ id, copies }: PartCode, lines: readonly string[], pins: readonly WiredPin[]): string[] {
  const own = lines.some((line) => /PIN\(|INDEX|@/.test(line));
  // Equal parts on one line, such as probes of 1-Wire, have one constant.
  const constant = (signal: string, index: number) => {
    const numbered = pinName(id, `${signal}${index + 1}`);
    return pins.some(({ name }) => name === numbered) ? numbered : pinName(id, signal);
  };
  return Array.from({ length: own ? copies : 1 }, (_, index) =>
    lines.map((line) =>
      line
        .replaceAll('@', index === 0 ? '' : `_${index + 1}`)
        .replaceAll('INDEX', String(index))
        .replaceAll(/PIN\((\w+)\)/g, (_whole, signal: string) =>
          index === 0 ? pinName(id, signal) : constant(signal, index),
        ),
    ),
  ).flat();
}

/** The servo library of the ESP32 is named otherwise elsewhere. */
function portable(code: DeviceCode, platform: string): DeviceCode {
  if (platform === 'esp32-arduino' || !code.libraries?.some((name) => EXTENDING.has(name))) return code;
  return { ...code, libraries: ['Servo'], includes: ['<Servo.h>'] };
}

/** A part that is not known: what is given is read, and its other pins are outputs. */
function bySignals(pins: readonly WiredPin[], id: string): DeviceCode {
  const own = pins.filter(({ componentId }) => componentId === id).map(({ signal }) => signal);
  const reads = own.filter((signal) => /^(?:a?out|data|do|ao|sig|echo)\d*$/i.test(signal));
  return {
    setup: own.map(
      (signal) => `pinMode(${pinName(id, signal)}, ${reads.includes(signal) ? 'INPUT' : 'OUTPUT'});`,
    ),
    every: reads.map((signal) => {
      const read = /^a/i.test(signal) ? 'analogRead' : 'digitalRead';
      const name = reads.length === 1 ? nameOf(id) : `${nameOf(id)}_${nameOf(signal.toLowerCase())}`;
      return `report("${name}", ${read}(${pinName(id, signal)}));`;
    }),
  };
}

function busSetup(platform: string): string {
  if (platform.startsWith('esp')) return 'Wire.begin(PIN_SDA, PIN_SCL);';
  return platform === 'rp2040'
    ? 'Wire.setSDA(PIN_SDA); Wire.setSCL(PIN_SCL); Wire.begin();'
    : 'Wire.begin();';
}

const nameOf = (id: string) => id.replaceAll(/[^a-z0-9]+/gi, '_');

function header({ board }: Wiring, pins: readonly WiredPin[], intervalMs: number): string {
  const constants = pins.map(
    ({ name, pin }) => `constexpr uint8_t ${name} = ${pinInCode(pin, board.componentId)};`,
  );
  return [
    '#pragma once',
    '#include <Arduino.h>',
    '',
    `// Pins of ${board.name}, as wired.`,
    ...constants,
    '',
    '// Time between two readings.',
    `constexpr uint32_t READ_INTERVAL_MS = ${intervalMs};`,
    '// What is farther than 4 m counts as nothing there.',
    'constexpr uint32_t ECHO_TIMEOUT_US = 24000;',
    '',
  ].join('\n');
}

function main({
  includes,
  globals,
  setup,
  slices,
}: {
  includes: string[];
  globals: string[];
  setup: string[];
  slices: { name: string; lines: string[] }[];
}): string {
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const functions = slices.flatMap(({ name, lines }) => [
    `void run_${name}() {`,
    ...indented(lines),
    '}',
    '',
  ]);
  const shift = (index: number) => (index === 0 ? '0' : `READ_INTERVAL_MS / ${slices.length} * ${index}`);
  return [
    ...includes.map((name) => `#include ${name}`),
    '',
    ...globals,
    'String lastReport;',
    '',
    'template <typename Value> void report(const char *name, Value value) {',
    '  lastReport = String(name) + ": " + String(value);',
    '  Serial.println(lastReport);',
    '}',
    '',
    ...functions,
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
    // Spread over the interval, so that no two slices fall together.
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

/** "every 30 seconds", "كل 5 دقائق". */
export function intervalIn(text: string): number | undefined {
  const found =
    /\b(?:every|each)\s+(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b|كل\s+(\d+)\s*(ثانية|ثوان|ثواني|دقيقة|دقائق)/i.exec(
      text,
    );
  if (!found) return undefined;
  const [, amount = found[3], unit = found[4] ?? ''] = found;
  const factor = /^ms|^milli/i.test(unit)
    ? 1
    : /^s|^ث/i.test(unit)
      ? 1_000
      : /^m|^دق/i.test(unit)
        ? 60_000
        : 3_600_000;
  const intervalMs = Math.round(Number(amount) * factor);
  return intervalMs > 0 && intervalMs <= 86_400_000 ? intervalMs : undefined;
}
