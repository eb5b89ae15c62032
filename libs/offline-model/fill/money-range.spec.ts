import type { Fill, OfflineToolHints } from '#pack-kit';
import type { ModelTool } from '#models';
import type { OfflineTool } from '../hints.ts';
import { readMessage } from '../conversation/message.ts';
import { fillArguments, type FillSources } from './fill-arguments.ts';

const sum = { type: 'number' };
const tool: ModelTool = {
  name: 'find_homes',
  description: 'Finds homes to rent.',
  parameters: { type: 'object', properties: { least: sum, most: sum }, required: ['most'] },
};
const times = { factor: 12, when: ['a month', 'monthly', 'شهريا'] };
const fill: Record<string, Fill> = {
  least: { from: 'money', bound: 'min', times },
  most: { from: 'money', bound: 'max', lone: true, times },
};
const spec = { name: tool.name, description: '', whenToUse: [], examples: [], intents: [] };
const hints = { fill, reply: { en: () => '' } } as OfflineToolHints;
const rentsIn = (text: string) =>
  fillArguments(tool, { ...spec, sideEffect: 'none', hints } as OfflineTool, {
    message: readMessage(text),
    facts: { now: new Date('2026-11-23T07:00:00Z'), timezone: 'UTC' } as FillSources['facts'],
    places: () => [],
    datasets: [],
    turn: [],
    earlier: [],
  }).arguments;

describe('a range of rents', () => {
  it.each([
    ['a flat between 8,000 and 12,000 a year', { least: 8_000, most: 12_000 }],
    ['شقة بين 8000 و12000 سنويا', { least: 8_000, most: 12_000 }],
    ['a flat from 5,000 to 60,000', { least: 5_000, most: 60_000 }],
    ['flats to rent between 9,000 and 90,000', { least: 9_000, most: 90_000 }],
    ['flats to rent between 9,000 and 45,000', { least: 9_000, most: 45_000 }],
    ['شقق بين 9000 و90000', { least: 9_000, most: 90_000 }],
    ['شقة من 5000 إلى 60000', { least: 5_000, most: 60_000 }],
    ['a villa, 90 to 110k', { least: 90_000, most: 110_000 }],
    ['a flat between 12,000 and 15,000 a month', { least: 144_000, most: 180_000 }],
    ['شقة بين 12000 و15000 شهريا', { least: 144_000, most: 180_000 }],
  ])('%s is of a year, or of a month if it says so', (text, rents) => {
    expect(rentsIn(text)).toEqual(rents);
  });
});
