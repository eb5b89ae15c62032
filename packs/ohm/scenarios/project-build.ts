import { scenario, type Scenario, type ScenarioStep } from '#pack-kit';
import { pinsInCode, pinsOfWiring } from '../schema/artifacts/pin-names.ts';
import { pinKey } from '../schema/parts/pin-key.ts';
import {
  artifactOf,
  blocksOf,
  bomOf,
  drawersOpened,
  opens,
  reads,
  unless,
  wiringOf,
  writes,
} from './expected.ts';

const ASKS_ABOUT_PARTS = /(?:which|what) (?:board|sensor|microcontroller)[^.]*\?/i;

const idea = (contact: string): ScenarioStep => ({
  say: 'My plan is a temperature logger based on an ESP32',
  contact,
  expect: {
    agent: 'ohm/conversational',
    calls: [
      writes('context', { version: 1, changed: true }),
      { ...writes('mvp'), offlineOnly: true },
      { ...writes('prd'), offlineOnly: true },
      opens('context'),
    ],
    check: async (seen) => {
      const context = await artifactOf(seen, 'context');
      const drawers = await drawersOpened(seen);
      const blocks = await blocksOf(seen);
      return unless(
        [String(context?.content).includes('ESP32'), `context is ${JSON.stringify(context)}`],
        [drawers.length <= 1, `drawers opened: ${drawers.join(', ')}`],
        [blocks.join() === 'agent_prompt,situation', `blocks: ${blocks.join()}`],
      );
    },
  },
});

const partsList = (contact: string): ScenarioStep => ({
  say: 'Put together the parts list',
  contact,
  expect: {
    agent: 'ohm/bomGenerator',
    calls: [
      { ...reads('conversation_summary', { exists: false }), offlineOnly: true },
      reads('context', { exists: true }),
      { ...reads('mvp'), offlineOnly: true },
      writes('bom', { version: 1 }),
      opens('bom'),
    ],
    says: ['ESP32'],
    neverSays: [ASKS_ABOUT_PARTS],
    saysOffline: ['14.75 USD, at sample prices'],
    check: async (seen) => {
      const { components, totalCost } = await bomOf(seen);
      const ids = components.map(({ id }) => id).join();
      const blocks = await blocksOf(seen);
      return unless(
        [ids === 'esp32-devkit,ds18b20,res-4k7,breadboard-830,jumper-40', `components: ${ids}`],
        [totalCost === 14.75, `totalCost ${totalCost}`],
        [
          blocks.includes('artifacts') && !blocks.includes('conversation_summary'),
          `blocks: ${blocks.join()}`,
        ],
      );
    },
  },
});

const wiring = (contact: string): ScenarioStep => ({
  say: 'How do I wire it?',
  contact,
  expect: {
    agent: 'ohm/wiringDiagram',
    calls: [
      reads('bom', { exists: true }),
      { ...reads('conversation_summary'), offlineOnly: true },
      writes('wiring', { version: 1 }),
      opens('wiring'),
    ],
    saysOffline: ['DATA to ESP32 DevKit V1 4', /while nothing is powered/],
    check: async (seen) => {
      const { connections, warnings } = await wiringOf(seen);
      const data = connections.find(
        ({ to, signal }) => to.componentId === 'ds18b20' && signal === 'DATA' && to.pin === 'DATA',
      );
      const pullUp = connections.filter(({ from, to }) =>
        [from, to].some(({ componentId }) => componentId === 'res-4k7'),
      );
      const missing = warnings.filter(({ code }) => code.startsWith('MISSING_'));
      return unless(
        [
          connections.some(({ from }) => from.componentId === 'esp32-devkit' && from.pin === '4'),
          `DATA is ${JSON.stringify(data)}`,
        ],
        [pullUp.length === 2, `the resistor has ${pullUp.length} ends`],
        [
          connections.some(({ net }) => net === '3V3') && connections.some(({ signal }) => signal === 'GND'),
          'no supply or ground',
        ],
        [missing.length === 0, JSON.stringify(missing)],
      );
    },
  },
});

const MAX_SUMMARY_WORDS = 400;

/** A job after the reply of O3 makes the summary. */
const summarized: ScenarioStep['expect']['check'] = async (seen) => {
  const all = await seen.rows<{ version: number; text: string; createdBy: string | null; kind: string }>(
    `SELECT v.version, v.content AS text, v.created_by AS "createdBy", v.created_by_kind AS kind
       FROM artifacts a JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id
      WHERE a.conversation_id = $1 AND a.kind = 'conversation_summary'`,
    [seen.conversationId],
  );
  const [first] = all;
  const words = first?.text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length ?? 0;
  return unless(
    [all.length === 1 && first?.version === 1, `${all.length} summaries`],
    [words > 0 && words < MAX_SUMMARY_WORDS, `${words} words`],
    [first?.createdBy === null && first?.kind === 'system', `written by ${first?.kind} ${first?.createdBy}`],
    [/ESP32/.test(first?.text ?? '') && /DS18B20/.test(first?.text ?? ''), `it says: ${first?.text}`],
  );
};

interface FirmwareSeen {
  files: { path: string; content: string }[];
  platform?: string;
  entryPoint?: string;
}

const firmware = (contact: string): ScenarioStep => ({
  say: 'Write the firmware',
  contact,
  expect: {
    agent: 'ohm/codeGenerator',
    calls: [
      reads('bom'),
      reads('wiring', { exists: true }),
      {
        tool: 'add_code_file',
        arguments: { filename: 'src/config.h' },
        data: { file_path: 'src/config.h' },
        offlineOnly: true,
      },
      {
        tool: 'write_file',
        arguments: { artifact_type: 'code', file_path: 'src/main.cpp' },
        offlineOnly: true,
      },
      {
        tool: 'write_file',
        arguments: { artifact_type: 'code', merge_strategy: 'merge' },
        offlineOnly: true,
      },
      opens('code'),
    ],
    says: ['src/main.cpp'],
    check: async (seen) => {
      const code = await artifactOf(seen, 'code');
      const { files, platform, entryPoint } = (code?.content ?? { files: [] }) as FirmwareSeen;
      const wired = pinsOfWiring(await wiringOf(seen));
      const coded = new Map(pinsInCode(files).map(({ name, pin }) => [name, pin]));
      const different = wired.filter(({ name, pin }) => pinKey(coded.get(name) ?? '') !== pinKey(pin));
      const text = files.map(({ content }) => content).join('\n');
      const blocks = await blocksOf(seen);
      return unless(
        [
          files
            .map(({ path }) => path)
            .sort()
            .join() === 'src/config.h,src/main.cpp',
          `files: ${files.map(({ path }) => path).join()}`,
        ],
        [wired.length > 0 && different.length === 0, `pins that differ: ${JSON.stringify(different)}`],
        [
          platform === 'esp32-arduino' && files.some(({ path }) => path === entryPoint),
          `platform ${platform}, entry point ${entryPoint}`,
        ],
        [!/\bdelay\s*\(/.test(text), 'the code waits with delay()'],
        [blocks.includes('conversation_summary'), `blocks: ${blocks.join()}`],
      );
    },
  },
});

/** Scenarios that lead from an idea to parts, wiring, firmware and budget. */
export const projectBuild: Scenario[] = [
  scenario('O1', 'a first idea becomes the three briefs, and one panel opens', idea('maker-o1')),
  scenario(
    'O2-O5',
    'parts, wiring, a summary by the system and firmware with the pins of the wiring, without asking again',
    idea('maker-o2'),
    partsList('maker-o2'),
    wiring('maker-o2'),
    {
      // O5: waits for the outbox task of the previous step.
      say: 'Thanks!',
      contact: 'maker-o2',
      expect: { neverCalls: ['write_file'], check: summarized },
    },
    firmware('maker-o2'),
  ),
  scenario(
    'O6',
    'a part is added, and all other parts stay as they were',
    idea('maker-o6'),
    partsList('maker-o6'),
    {
      say: 'Add an OLED display to the parts list',
      contact: 'maker-o6',
      expect: {
        agent: 'ohm/bomGenerator',
        calls: [
          reads('bom', { exists: true, version: 1 }),
          {
            tool: 'write_file',
            arguments: { artifact_type: 'bom', merge_strategy: 'merge' },
            data: { version: 2, strategy: 'merge' },
          },
          opens('bom'),
        ],
        says: [/OLED|SSD1306/],
        check: async (seen) => {
          const bom = await bomOf(seen);
          return unless(
            [
              bom.version === 2 && bom.components.length === 6,
              `v${bom.version} with ${bom.components.length} components`,
            ],
            [bom.totalCost === 18.95, `totalCost ${bom.totalCost}`],
            [bom.components.find(({ id }) => id === 'ds18b20')?.unitPrice === 2.2, 'the probe has changed'],
          );
        },
      },
    },
  ),
  scenario(
    'O7',
    'a target below the cost of the parts, with a saving and its risk',
    idea('maker-o7'),
    partsList('maker-o7'),
    {
      say: 'Can we keep it under 12 dollars?',
      contact: 'maker-o7',
      expect: {
        agent: 'ohm/budgetOptimizer',
        calls: [
          reads('bom'),
          { ...reads('conversation_summary'), offlineOnly: true },
          { ...reads('context'), offlineOnly: true },
          { tool: 'write_file', arguments: { artifact_type: 'budget', content: { targetBudget: 12 } } },
          opens('budget'),
        ],
        says: [/sample price/i, '2.75', '2.90'],
        check: async (seen) => {
          const budget = await artifactOf(seen, 'budget');
          if (!budget) return ['there is no budget'];
          const { status, totals, optimizations } = budget.content as {
            status: string;
            totals: { overBudgetBy: number };
            optimizations: { suggested: string; saving: number; risk: string }[];
          };
          const board = optimizations.find(({ suggested }) => suggested.includes('ESP8266'));
          return unless(
            [status === 'over' && totals.overBudgetBy === 2.75, `${status} by ${totals.overBudgetBy}`],
            [board?.saving === 2.9 && board.risk === 'medium', JSON.stringify(optimizations)],
          );
        },
      },
    },
  ),
];
