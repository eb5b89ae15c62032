import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDataset } from './dataset.ts';
import { figuresByPack, figuresOf, missesOf, recallOf, withheldTools, withoutCopies } from './evaluate.ts';

const TOOL = '{"name":"a","description":"d"}';
let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'dataset-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): string {
  const usual = { 'tools.json': `[${TOOL}]`, 'queries.jsonl': '{"text":"t","gold":["a"]}\n' };
  for (const [name, text] of Object.entries({ ...usual, ...files }))
    writeFileSync(path.join(folder, name), text);
  return folder;
}

it('reads tools, queries and, where it is there, history', () => {
  expect(readDataset(write({}))).toEqual({
    tools: [{ name: 'a', description: 'd' }],
    queries: [{ text: 't', gold: ['a'] }],
    history: [],
    historyLeftOut: 0,
  });
  expect(readDataset(write({ 'history.jsonl': '{"text":"h","tool":"a"}\n\n' })).history).toEqual([
    { text: 'h', tool: 'a' },
  ]);
});

it('leaves out history of tools that are gone, and counts it', () => {
  const history = ['a', 'gone', 'a', 'other'].map((tool, at) => JSON.stringify({ text: `h${at}`, tool }));
  expect(readDataset(write({ 'history.jsonl': history.join('\n') }))).toMatchObject({
    history: [
      { text: 'h0', tool: 'a' },
      { text: 'h2', tool: 'a' },
    ],
    historyLeftOut: 2,
  });
});

it('takes what editors and programs of all kinds write', () => {
  const read = readDataset(
    write({
      'tools.json': '\uFEFF[{"name":"a","description":"天气","category":null,"parameters":null,"id":7}]',
      'queries.jsonl':
        '\uFEFF{"text":"明天？","gold":["a","a"],"lang":null}\r\n\r\n{"text":"","gold":["a"]}\r\n',
    }),
  );
  expect(read.tools).toEqual([{ name: 'a', description: '天气' }]);
  expect(read.queries.map(({ text }) => text)).toEqual(['明天？', '']);
});

it('takes tools from elsewhere, and leaves out what is for packs that are not there', () => {
  const folder = write({
    'queries.jsonl': [
      '// a comment',
      '{"text":"t","gold":["x"],"pack":"here"}',
      '{"text":"u","gold":["z"],"pack":"elsewhere"}',
    ].join('\n'),
  });
  const tools = [{ name: 'x', description: 'd', pack: 'here' }];
  expect(readDataset(folder, tools)).toMatchObject({ tools, queries: [{ text: 't', pack: 'here' }] });
  writeFileSync(path.join(folder, 'queries.jsonl'), '{"text":"t","gold":["y"],"pack":"here"}');
  expect(() => readDataset(folder, tools)).toThrow(/queries\.jsonl:1: this version has no tool "y"/);
});

it.each([
  [{ 'queries.jsonl': '{"text":"t","gold":["a"]}\nnot json\n' }, /queries\.jsonl:2: /],
  [{ 'queries.jsonl': '\n{"text":"t"}\n' }, /queries\.jsonl:2: gold: /],
  [{ 'queries.jsonl': '{"text":"t","gold":[]}' }, /queries\.jsonl:1: gold: /],
  [{ 'queries.jsonl': '{"text":"t","gold":["b"]}' }, /queries\.jsonl:1: tools\.json has no tool "b"/],
  [{ 'history.jsonl': '{"text":1,"tool":"a"}' }, /history\.jsonl:1: text: /],
  [{ 'history.jsonl': '{"text":"t"}' }, /history\.jsonl:1: tool: /],
  [{ 'tools.json': '{}' }, /tools\.json: expected an array/],
  [{ 'tools.json': '[' }, /tools\.json: /],
  [{ 'tools.json': '[{"name":"a","description":"d"},{"name":"b"}]' }, /tools\.json: tool 2: description: /],
  [{ 'tools.json': `[${TOOL},${TOOL}]` }, /tools\.json: tool 2: there is a second tool "a"/],
])('%j is an error with file and line', (files, message) => {
  expect(() => readDataset(write(files))).toThrow(message);
});

it('says what is missing without tools of its own and a pack', () => {
  const tools = [{ name: 'x', description: 'd', pack: 'here' }];
  const queries = ['{"text":"t","gold":["x"]}', '{"text":"t","gold":["x"],"pack":"other"}'].join('\n');
  expect(() => readDataset(write({ 'queries.jsonl': queries }), tools)).toThrow(
    /queries\.jsonl: none of its 2 queries names a "pack" of this version \(here\).*tools\.json/,
  );
  expect(readDataset(write({ 'queries.jsonl': '' }), tools).queries).toEqual([]);
});

describe('figures', () => {
  const ranked = Array.from({ length: 15 }, (_, at) => `t${at + 1}`);
  const answers = [
    { query: { text: 'a', gold: ['t5', 't12'] }, ranked },
    { query: { text: 'b', gold: ['t13'] }, ranked },
  ];

  it('are means over the queries', () => {
    expect(figuresOf(answers)).toEqual({
      recallAt5: 0.25,
      recallAt8: 0.25,
      recallAt10: 0.25,
      recallAt12: 0.5,
      recallAt15: 1,
      allGoldAt12: 0.5,
      allGoldAt15: 1,
    });
    expect(figuresOf([])).toMatchObject({ recallAt5: null });
  });

  it('are told by pack and language, with what was missed', () => {
    const [first, second] = answers.map(({ query, ...rest }) => ({
      ...rest,
      query: { ...query, pack: 'p', lang: 'ar' },
    }));
    expect(figuresByPack([first!, second!, answers[0]!])).toMatchObject({
      p: { queries: 2, recallAt12: 0.5, byLanguage: { ar: { queries: 2 } } },
    });
    expect(missesOf(answers)).toEqual([{ text: 'b', gold: ['t13'], first: ranked.slice(0, 5) }]);
  });

  it('of some tools count the right ones among them', () => {
    expect(recallOf(answers, new Set(['t12', 't13']))).toBe(0.5);
    expect(recallOf(answers, new Set(['t1']))).toBeNull();
  });

  it('leave out near copies of the past of the same tool only', () => {
    const queries = [
      { text: 'book a red car now', gold: ['a'] },
      { text: 'book a red car now', gold: ['b'] },
      { text: 'book a boat', gold: ['a'] },
    ];
    expect(withoutCopies(queries, [{ text: 'book a red car', tool: 'a' }])).toEqual(queries.slice(1));
  });

  it('withhold the same tools each time, as many as said', () => {
    const names = Array.from({ length: 40 }, (_, at) => `tool_${at}`);
    expect(withheldTools(names, 0.2).size).toBe(8);
    expect(withheldTools(names.toReversed(), 0.2)).toEqual(withheldTools(names, 0.2));
    expect(withheldTools(names, 0).size).toBe(0);
  });
});
