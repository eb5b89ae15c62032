import type { SeededArtifact, SeededConversation, SeededTurn } from '#pack-kit';
import { briefText } from '../schema/artifacts/briefs.ts';
import type { BomContent } from '../schema/artifacts/bom.kind.ts';
import { partOf } from '../schema/parts/catalogue.ts';
import { componentFor } from '../schema/parts/listed-part.ts';
import projects from './demo-projects.json' with { type: 'json' };
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

const before = (anchor: Date, hours: number) => new Date(anchor.getTime() - hours * HOUR_MS);
const partsOf = (ids: string): BomContent => ({
  currency: 'USD',
  components: ids.split(' ').flatMap((id) => {
    const part = partOf(id);
    return part ? [{ required: true, status: 'proposed' as const, ...componentFor(part) }] : [];
  }),
});

function turnsOf(name: keyof typeof projects, anchor: Date): SeededTurn[] {
  return projects[name].turns.map(({ hoursBefore, ...turn }) => ({
    at: before(anchor, hoursBefore),
    ...turn,
  }));
}

/** Six messages of a maker with their replies, and an artifact of every kind. */
function plantMonitor(anchor: Date): SeededConversation {
  const at = (hours: number) => before(anchor, hours);
  const first = partsOf('esp32-devkit soil-cap dht22 res-10k breadboard-830 jumper-40');
  const all = partsOf('esp32-devkit soil-cap dht22 res-10k ssd1306 breadboard-830 jumper-40');
  const briefs = Object.entries(projects.plantMonitor.briefs).map(([kind, content]): SeededArtifact => ({
    kind,
    agent: 'conversational',
    at: at(8),
    content,
  }));
  const artifacts: SeededArtifact[] = [
    ...briefs,
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
    turns: turnsOf('plantMonitor', anchor),
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
  const parts = partsOf('hc-sr501 buzzer led-5mm res-220 arduino-nano breadboard-830 jumper-40');
  const { context } = projects.doorAlarm.briefs;
  return {
    id: projectIds.doorAlarm,
    contactId: 'maker-02',
    pack: 'ohm',
    channel: 'chat',
    turns: turnsOf('doorAlarm', anchor),
    artifacts: [
      { kind: 'context', agent: 'conversational', at: at(30), content: context },
      { kind: 'bom', agent: 'bomGenerator', at: at(29), content: { ...parts } },
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
