import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDataset } from './dataset.ts';
import { recallFigures } from './evaluate.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'dataset-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): string {
  const usual = {
    'insights.jsonl': '{"id":"1","contact":"a","text":"Likes tea","at":"8 May, 2023"}\n',
    'queries.jsonl': '{"contact":"a","text":"Tea?","gold":["1"],"category":"taste"}\n',
  };
  for (const [name, text] of Object.entries({ ...usual, ...files }))
    writeFileSync(path.join(folder, name), text);
  return folder;
}

it('reads insights and queries', () => {
  expect(readDataset(write({}))).toEqual({
    insights: [{ id: '1', contact: 'a', text: 'Likes tea', at: '8 May, 2023' }],
    queries: [{ contact: 'a', text: 'Tea?', gold: ['1'], category: 'taste' }],
  });
});

it('takes categories as programs write them: numbers, and null for none', () => {
  const queries = [7, null, 0, 'x'].map((category) =>
    JSON.stringify({ contact: 'a', text: 't', gold: ['1'], category }),
  );
  const read = readDataset(write({ 'queries.jsonl': queries.join('\n') }));
  expect(read.queries.map(({ category }) => category)).toEqual(['7', undefined, '0', 'x']);
});

it.each([
  [{ 'insights.jsonl': '{"id":"1","contact":"a","text":"x"}\n{"id":' }, /insights\.jsonl:2: /],
  [{ 'insights.jsonl': '\n{"id":"1","contact":"a"}' }, /insights\.jsonl:2: text: /],
  [{ 'insights.jsonl': '{"id":"1","contact":"","text":"x"}' }, /insights\.jsonl:1: contact: /],
  [{ 'insights.jsonl': '{"id":"1","contact":"a","text":"x","at":7}' }, /insights\.jsonl:1: at: /],
  [
    { 'insights.jsonl': '{"id":"1","contact":"a","text":"x"}\n{"id":"1","contact":"a","text":"y"}' },
    /insights\.jsonl:2: id: there is a second insight "1"/,
  ],
  [{ 'queries.jsonl': 'no' }, /queries\.jsonl:1: /],
  [
    { 'queries.jsonl': '{"contact":"a","text":"t","gold":["1"],"category":{}}' },
    /queries\.jsonl:1: category: /,
  ],
  [{ 'queries.jsonl': '{"contact":"a","text":"t","gold":[]}' }, /queries\.jsonl:1: gold: /],
  [
    { 'queries.jsonl': '{"contact":"a","text":"t","gold":["2"]}' },
    /queries\.jsonl:1: gold: insights\.jsonl has no insight "2"/,
  ],
])('%j is an error with file and line', (files, message) => {
  expect(() => readDataset(write(files))).toThrow(message);
});

it('names the file that is missing', () => {
  expect(() => readDataset(folder)).toThrow(/insights\.jsonl: there is no such file/);
});

it('gives mean shares of the right insights, by category too', () => {
  const found = Array.from({ length: 20 }, (_, at) => `i${at + 1}`);
  const answers = [
    { query: { contact: 'a', text: '', gold: ['i1', 'i12'], category: 'x' }, found },
    { query: { contact: 'a', text: '', gold: ['i6'], category: 'y' }, found },
    { query: { contact: 'a', text: '', gold: ['gone'] }, found },
  ];
  expect(recallFigures(answers)).toEqual({
    recallAt5: { all: 0.1667, x: 0.5, y: 0 },
    recallAt10: { all: 0.5, x: 0.5, y: 1 },
    recallAt20: { all: 0.6667, x: 1, y: 1 },
  });
});
