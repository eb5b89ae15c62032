import type { SeededArtifact, SeededConversation, SeededTurn } from '#pack-kit';
import { briefText } from '../schema/artifacts/briefs.ts';
import type { BomContent } from '../schema/artifacts/bom.kind.ts';
import { partOf } from '../schema/parts/catalogue.ts';
import { componentFor } from '../schema/parts/listed-part.ts';
import { plantMonitorCode, plantMonitorWiring } from './plant-monitor.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const projectIds = {
  plantMonitor: '01930000-0000-7000-8000-000000000a01',
  doorAlarm: '01930000-0000-7000-8000-000000000a02',
  weatherMast: '01930000-0000-7000-8000-000000000a03',
  usageHistory: '01930000-0000-7000-8000-000000000a04',
} as const;

/** The demo projects. @param anchor seeding day, 00:00 UTC. */
export function demoProjects(anchor: Date): SeededConversation[] {
  return [plantMonitor(anchor), doorAlarm(anchor), weatherMast(anchor), usageHistory(anchor)];
}

/** A message of the maker with its reply. */
const said = (at: Date, agent: string, text: string, reply: string): SeededTurn => ({
  at,
  agent,
  text,
  reply,
});
const before = (anchor: Date, hours: number) => new Date(anchor.getTime() - hours * HOUR_MS);
const partsOf = (ids: string): BomContent => ({
  currency: 'USD',
  components: ids.split(' ').flatMap((id) => {
    const part = partOf(id);
    return part ? [{ required: true, status: 'proposed' as const, ...componentFor(part) }] : [];
  }),
});

/** Six messages of a maker with their replies, and an artifact of every kind. */
function plantMonitor(anchor: Date): SeededConversation {
  const at = (hours: number) => before(anchor, hours);
  const first = partsOf('esp32-devkit soil-cap dht22 res-10k breadboard-830 jumper-40');
  const all = partsOf('esp32-devkit soil-cap dht22 res-10k ssd1306 breadboard-830 jumper-40');
  const artifacts: SeededArtifact[] = [
    {
      kind: 'context',
      agent: 'conversational',
      at: at(8),
      content: briefText([
        [
          'Overview',
          'A plant monitor for the window sill that shows soil moisture, temperature and humidity.',
        ],
        ['Constraints', ['All parts together for less than 30 dollars.', 'It runs from a USB charger.']],
      ]),
    },
    {
      kind: 'mvp',
      agent: 'conversational',
      at: at(8),
      content: briefText([
        [
          'Core features',
          ['Measures soil moisture', 'Measures temperature and humidity', 'Shows values on a display'],
        ],
        ['Tech stack', ['ESP32 DevKit V1']],
      ]),
    },
    {
      kind: 'prd',
      agent: 'conversational',
      at: at(8),
      content: briefText([
        ['Vision', 'No plant dries out unnoticed.'],
        [
          'Functional requirements',
          ['The device measures soil moisture every 10 seconds.', 'The device shows the last values.'],
        ],
      ]),
    },
    { kind: 'bom', agent: 'bomGenerator', at: at(7), content: { ...first } },
    { kind: 'conversation_summary', at: at(6), ...plantSummary('The parts list is put together.', []) },
    { kind: 'bom', agent: 'bomGenerator', at: at(5), content: { ...all } },
    { kind: 'wiring', agent: 'wiringDiagram', at: at(4), content: { ...plantMonitorWiring } },
    { kind: 'code', agent: 'codeGenerator', at: at(3), content: plantMonitorCode },
    { kind: 'budget', agent: 'budgetOptimizer', at: at(2), content: { targetBudget: 30 } },
    {
      kind: 'conversation_summary',
      at: at(2),
      ...plantSummary('Wired and programmed; the cost is known.', ['src/main.cpp', 'src/config.h']),
    },
  ];
  return {
    id: projectIds.plantMonitor,
    contactId: 'maker-01',
    pack: 'ohm',
    channel: 'chat',
    summarizedTurns: 6,
    artifacts,
    turns: [
      said(
        at(8),
        'conversational',
        'I want to build a plant monitor with an ESP32 that shows soil moisture, temperature and humidity.',
        'I have written down your project: goal, first features and requirements.',
      ),
      said(
        at(7),
        'bomGenerator',
        'Put together the parts list',
        'The parts list has an ESP32, a soil sensor and a DHT22.',
      ),
      said(
        at(5),
        'bomGenerator',
        'Add an OLED display to the parts list',
        'In the parts list now: SSD1306 OLED 0.96".',
      ),
      said(
        at(4),
        'wiringDiagram',
        'How do I wire it?',
        'This is how ESP32 DevKit V1 is wired, step by step in the wiring panel.',
      ),
      said(at(3), 'codeGenerator', 'Write the firmware', 'src/config.h and src/main.cpp are written.'),
      said(
        at(2),
        'budgetOptimizer',
        'Let us keep it under 30 dollars',
        'The parts cost 22.55 USD, at sample prices. That is within the target of 30.00 USD.',
      ),
    ],
  };
}

function plantSummary(
  state: string,
  files: string[],
): Pick<SeededArtifact, 'content'> & { parts: Record<string, string[]> } {
  const parts = {
    snapshot: ['Goal: a plant monitor for the window sill.', 'Board: ESP32 DevKit V1', `State: ${state}`],
    decisions: ['Use a DHT22 for temperature and humidity.'],
    components: ['ESP32 DevKit V1', 'Capacitive soil moisture sensor', 'DHT22 temperature and humidity'],
    codeFiles: files,
    constraints: ['All parts together for less than 30 dollars.'],
    openQuestions: [],
    nextSteps: [],
  };
  const heading = {
    snapshot: 'Snapshot',
    decisions: 'Decisions',
    components: 'Components',
    codeFiles: 'Code files',
    constraints: 'Constraints',
  };
  const content = briefText(
    Object.entries(heading).map(([name, title]) => [title, parts[name as keyof typeof heading]]),
  );
  return { content, parts };
}

function doorAlarm(anchor: Date): SeededConversation {
  const at = (hours: number) => before(anchor, hours);
  return {
    id: projectIds.doorAlarm,
    contactId: 'maker-02',
    pack: 'ohm',
    channel: 'chat',
    turns: [
      said(
        at(30),
        'conversational',
        'I want a door alarm with an Arduino Nano that beeps when somebody moves.',
        'I have written down your project.',
      ),
      said(
        at(29),
        'bomGenerator',
        'What do I need for it?',
        'A motion sensor, a buzzer, an LED with its resistor and the Nano.',
      ),
    ],
    artifacts: [
      {
        kind: 'context',
        agent: 'conversational',
        at: at(30),
        content: briefText([['Overview', 'A door alarm that beeps when somebody moves.']]),
      },
      {
        kind: 'bom',
        agent: 'bomGenerator',
        at: at(29),
        content: { ...partsOf('hc-sr501 buzzer led-5mm res-220 arduino-nano breadboard-830 jumper-40') },
      },
    ],
  };
}

function weatherMast(anchor: Date): SeededConversation {
  return {
    id: projectIds.weatherMast,
    contactId: 'maker-03',
    pack: 'ohm',
    channel: 'chat',
    turns: [
      { at: before(anchor, 20), agent: 'conversational', text: 'Could a Pico stand on a weather mast?' },
    ],
  };
}

/** Days before the seeding day on which an old client called deprecated tools. */
const UPDATED_BOM = [1, 2, 3, 4, 5, 6, 9, 12];
const UPDATED_CONTEXT = [2, 5, 10];

/** Fourteen days with one call of `write_file` each, and the calls of the old client. */
function usageHistory(anchor: Date): SeededConversation {
  const days = Array.from({ length: 14 }, (_, index) => 14 - index);
  const at = (day: number) => new Date(anchor.getTime() - day * DAY_MS + 10 * HOUR_MS);
  return {
    id: projectIds.usageHistory,
    contactId: 'maker-04',
    pack: 'ohm',
    channel: 'chat',
    // One version: the writes of the other days changed nothing.
    artifacts: [
      {
        kind: 'bom',
        agent: 'bomGenerator',
        at: at(14),
        content: { ...partsOf('arduino-nano dht22 res-10k breadboard-830 jumper-40') },
      },
    ],
    turns: days.map((day) => ({
      at: at(day),
      agent: 'bomGenerator',
      text: 'Synchronise the parts list',
      reply: 'The parts list is up to date.',
      calls: [
        { tool: 'write_file', arguments: { artifact_type: 'bom' } },
        ...(UPDATED_BOM.includes(day) ? [{ tool: 'update_bom' }] : []),
        ...(UPDATED_CONTEXT.includes(day) ? [{ tool: 'update_context' }] : []),
      ],
    })),
  };
}
