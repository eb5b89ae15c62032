import { partOf } from '../schema/parts/catalogue.ts';
import type { WiringContent } from '../schema/artifacts/wiring.kind.ts';
import type { Connection } from '../schema/artifacts/connection.ts';

function wire(
  from: string,
  fromPin: string,
  to: string,
  toPin: string,
  line: Pick<Connection, 'signal' | 'net' | 'voltage'>,
): Connection {
  return {
    id: `${from}:${fromPin}>${to}:${toPin}`.toLowerCase(),
    from: { componentId: from, pin: fromPin },
    to: { componentId: to, pin: toPin },
    ...line,
  };
}

const connections = [
  wire('esp32-devkit', '3V3', 'soil-cap', 'VCC', { signal: 'VCC', net: '3V3', voltage: 3.3 }),
  wire('esp32-devkit', 'GND', 'soil-cap', 'GND', { signal: 'GND', net: 'GND', voltage: 0 }),
  wire('esp32-devkit', '34', 'soil-cap', 'AOUT', { signal: 'AOUT' }),
  wire('esp32-devkit', '3V3', 'dht22', 'VCC', { signal: 'VCC', net: '3V3', voltage: 3.3 }),
  wire('esp32-devkit', 'GND', 'dht22', 'GND', { signal: 'GND', net: 'GND', voltage: 0 }),
  wire('esp32-devkit', '4', 'dht22', 'DATA', { signal: 'DATA' }),
  wire('res-10k', '1', 'dht22', 'DATA', { signal: 'DATA' }),
  wire('res-10k', '2', 'dht22', 'VCC', { signal: 'VCC', net: '3V3' }),
  wire('esp32-devkit', '3V3', 'ssd1306', 'VCC', { signal: 'VCC', net: '3V3', voltage: 3.3 }),
  wire('esp32-devkit', 'GND', 'ssd1306', 'GND', { signal: 'GND', net: 'GND', voltage: 0 }),
  wire('esp32-devkit', '21', 'ssd1306', 'SDA', { signal: 'SDA' }),
  wire('esp32-devkit', '22', 'ssd1306', 'SCL', { signal: 'SCL' }),
];

const PARTS = ['esp32-devkit', 'soil-cap', 'dht22', 'res-10k', 'ssd1306'];
const wired = [...new Set(connections.map(({ to }) => to.componentId))];
const nameOf = (id: string) => partOf(id)?.name ?? id;
const linesTo = (id: string) =>
  connections
    .filter(({ to }) => to.componentId === id)
    .map(({ from, to, signal }) => `${to.pin} to ${nameOf(from.componentId)} ${from.pin} (${signal})`);

/** The wiring of the demo project “plant monitor”. */
export const plantMonitorWiring: WiringContent = {
  board: { componentId: 'esp32-devkit', name: 'ESP32 DevKit V1', logicVoltage: 3.3 },
  components: PARTS.map((id) => ({ id, label: nameOf(id) })),
  connections,
  powerRails: [
    { name: '3V3', voltage: 3.3, sourceComponentId: 'esp32-devkit' },
    { name: '5V', voltage: 5, sourceComponentId: 'esp32-devkit' },
  ],
  steps: [
    {
      order: 1,
      text: 'Unplug ESP32 DevKit V1 and put it on the breadboard.',
      warning: 'Change wires only while nothing is powered.',
    },
    ...wired.map((id, index) => ({ order: index + 2, text: `${nameOf(id)}: ${linesTo(id).join('; ')}.` })),
    {
      order: wired.length + 2,
      text: 'Check every supply and ground line against this list, then plug in the power.',
    },
  ],
  diagram: {
    format: 'mermaid',
    source: [
      'flowchart LR',
      ...connections.map(
        ({ from, to, signal }) =>
          `  ${keyOf(from.componentId)} -- "${from.pin} ${signal} ${to.pin}" --> ${keyOf(to.componentId)}`,
      ),
    ].join('\n'),
  },
};

function keyOf(id: string): string {
  return id.replaceAll('-', '_');
}

const HEADER = `#pragma once
#include <Arduino.h>

// Pins of ESP32 DevKit V1, as wired.
constexpr uint8_t PIN_SOIL_CAP_AOUT = 34;
constexpr uint8_t PIN_DHT22_DATA = 4;
constexpr uint8_t PIN_SDA = 21;
constexpr uint8_t PIN_SCL = 22;

// Time between two readings.
constexpr uint32_t READ_INTERVAL_MS = 10000;
`;

const MAIN = `#include <Arduino.h>
#include <DHT.h>
#include <Wire.h>
#include <Adafruit_SSD1306.h>
#include "config.h"

DHT dht22(PIN_DHT22_DATA, DHT22);
Adafruit_SSD1306 screen(128, 64, &Wire, -1);
String lastReport;

template <typename Value> void report(const char *name, Value value) {
  lastReport = String(name) + ": " + String(value);
  Serial.println(lastReport);
}

void run_soil_cap() {
  report("soil_raw", analogRead(PIN_SOIL_CAP_AOUT));
}

void run_dht22() {
  report("temperature_c", dht22.readTemperature());
  report("humidity_pct", dht22.readHumidity());
}

void run_ssd1306() {
  screen.clearDisplay();
  screen.setCursor(0, 0);
  screen.print(lastReport);
  screen.display();
}

// A task that is due again and again. The subtraction stays right when millis() overflows after 49 days.
struct Slice {
  void (*run)();
  uint32_t last;
};
Slice slices[] = {{run_soil_cap, 0}, {run_dht22, 0}, {run_ssd1306, 0}};

void setup() {
  Serial.begin(115200);
  Wire.begin(PIN_SDA, PIN_SCL);
  pinMode(PIN_SOIL_CAP_AOUT, INPUT);
  dht22.begin();
  if (!screen.begin(SSD1306_SWITCHCAPVCC, 0x3C)) Serial.println("SSD1306 does not answer");
  screen.setTextColor(SSD1306_WHITE);
  slices[0].last = millis() - READ_INTERVAL_MS + 0;
  slices[1].last = millis() - READ_INTERVAL_MS + READ_INTERVAL_MS / 3 * 1;
  slices[2].last = millis() - READ_INTERVAL_MS + READ_INTERVAL_MS / 3 * 2;
}

void loop() {
  const uint32_t now = millis();
  for (Slice &slice : slices) {
    if (slice.run == nullptr || now - slice.last < READ_INTERVAL_MS) continue;
    slice.last = now;
    slice.run();
  }
  yield();
}
`;

/** The firmware of the demo project “plant monitor”. */
export const plantMonitorCode = {
  platform: 'esp32-arduino',
  entryPoint: 'src/main.cpp',
  libraries: [{ name: 'DHT sensor library' }, { name: 'Adafruit SSD1306' }],
  files: [
    { path: 'src/main.cpp', content: MAIN },
    { path: 'src/config.h', content: HEADER },
  ],
};
