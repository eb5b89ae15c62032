import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { ToolError, foldedWord, datasetProblems, defineDataset, type Dataset } from '#pack-kit';
import { dataQuestion } from './data-question.ts';
import { answerQuestion, STATEMENT_TIMEOUT_MS } from './dataset.read-model.ts';
import { platformDatasets } from './platform-datasets.ts';
import { statementsFor } from './statements.ts';
import { calls } from './testing/calls-dataset.ts';
import { vocabularyOf } from './testing/statement-vocabulary.ts';

/** Nicosia is 3 h ahead of UTC until 25 October 2026, and 2 h after it. */
const TIMEZONE = 'Asia/Nicosia';
const staff = { isStaff: true, timezone: TIMEZONE };
const contact = { isStaff: false, timezone: TIMEZONE };

const own = suiteDatabase();
let orgId: string;

interface CallRow {
  id: string;
  tool: string;
  errorClass: string | null;
  success: boolean;
  attempts: number;
  durationMs: number;
  createdAt: Date;
}

const call = (
  tool: string,
  createdAt: string,
  [errorClass, attempts, durationMs]: [string | null, number, number],
): CallRow => ({
  id: randomUUID(),
  tool,
  errorClass,
  success: errorClass === null,
  attempts,
  durationMs,
  createdAt: new Date(createdAt),
});
const rows = [
  call('alpha', '2026-10-04T20:59:59Z', [null, 1, 10]),
  call('beta', '2026-10-04T21:00:00Z', ['TIMEOUT', 2, 5.5]),
  call('gamma_ray', '2026-10-12T09:00:00Z', [null, 3, 7]),
  call('delta%', '2026-11-15T22:00:00Z', ['INTERNAL', 1, 7]),
];

beforeAll(async () => {
  orgId = randomUUID();
  for (const row of rows) await insert(orgId, row);
  await insert(orgId, { ...rows[0]!, id: randomUUID() }, 'deleted');
  await insert(randomUUID(), { ...rows[0]!, id: randomUUID() });
});

function insert(org: string, row: CallRow, channel = 'chat', pack = 'test') {
  const { id, tool, success, errorClass, attempts, durationMs, createdAt } = row;
  return own.database.forOrg(org, (tx) =>
    tx.execute(
      `INSERT INTO tool_calls (org_id, id, tool, pack, arguments, result, success, error_class, attempts, duration_ms,
         channel, caller_kind, created_at) VALUES ($1, $2, $3, $4, '{}', '{}', $5, $6, $7, $8, $9, 'contact', $10)`,
      [id, tool, pack, success, errorClass, attempts, durationMs, channel, createdAt],
    ),
  );
}

const ask = (question: Record<string, unknown>, asker = staff, dataset: Dataset = calls, org = orgId) =>
  own.database.readForOrg(
    org,
    (tx) => answerQuestion(tx, dataQuestion.parse({ dataset: dataset.name, ...question }), dataset, asker),
    STATEMENT_TIMEOUT_MS,
  );

/** One filter. */
const where = (field: string, op: string, value?: unknown) => ({ filters: [{ field, op, value }] });

describe('a list', () => {
  const orderBy = { field: 'createdAt', direction: 'asc' };
  const toolsOf = async (question: Record<string, unknown>) =>
    (await ask({ fields: ['tool'], orderBy, ...question })).rows.map(({ tool }) => tool);

  it.each<[string, string, unknown, string[]]>([
    ['tool', 'eq', 'BETA', ['beta']],
    ['tool', 'ne', 'Beta', ['alpha', 'gamma_ray', 'delta%']],
    ['tool', 'in', ['ALPHA', 'none'], ['alpha']],
    ['tool', 'contains', 'A_R', ['gamma_ray']],
    ['tool', 'contains', '%', ['delta%']],
    ['tool', 'contains', '\\', []],
    ['errorClass', 'eq', 'timeout', ['beta']],
    // A value that is absent differs from every value.
    ['errorClass', 'ne', 'timeout', ['alpha', 'gamma_ray', 'delta%']],
    ['errorClass', 'is_null', true, ['alpha', 'gamma_ray']],
    ['errorClass', 'is_null', false, ['beta', 'delta%']],
    ['success', 'eq', true, ['alpha', 'gamma_ray']],
    ['success', 'ne', true, ['beta', 'delta%']],
    ['attempts', 'gt', 2, ['gamma_ray']],
    ['attempts', 'gte', 2, ['beta', 'gamma_ray']],
    ['attempts', 'lt', 2, ['alpha', 'delta%']],
    ['attempts', 'lte', 2, ['alpha', 'beta', 'delta%']],
    ['attempts', 'in', [1, 3], ['alpha', 'gamma_ray', 'delta%']],
    ['attempts', 'in', '1,3', ['alpha', 'gamma_ray', 'delta%']],
    ['attempts', 'in', '1,003; 2', ['beta']],
    ['kind', 'in', 'phone, Text', ['alpha', 'beta', 'gamma_ray', 'delta%']],
    ['tool', 'in', 'alpha,beta', []],
    ['Duration MS', 'between', [5.5, 7], ['beta', 'gamma_ray', 'delta%']],
    ['duration_ms', 'between', [7, 5.5], []],
    ['durationms', 'between', '6,10', ['alpha', 'gamma_ray', 'delta%']],
    ['duration-ms', 'between', '6 to 1,000', ['alpha', 'gamma_ray', 'delta%']],
    // A day is one of the org's time zone.
    ['createdAt', 'eq', '2026-10-05', ['beta']],
    ['createdAt', 'ne', '2026-10-05', ['alpha', 'gamma_ray', 'delta%']],
    ['createdAt', 'lt', '2026-10-05', ['alpha']],
    ['createdAt', 'lte', '2026-10-05', ['alpha', 'beta']],
    ['createdAt', 'gt', '2026-10-05', ['gamma_ray', 'delta%']],
    ['createdAt', 'gte', '2026-10-05', ['beta', 'gamma_ray', 'delta%']],
    ['createdAt', 'between', ['2026-10-05', '2026-11-15'], ['beta', 'gamma_ray']],
    ['day', 'between', '2026-10-05 – 2026-11-15', ['gamma_ray', 'delta%']],
    ['createdAt', 'gt', '2026-10-04T20:59:59Z', ['beta', 'gamma_ray', 'delta%']],
    ['createdAt', 'between', ['2026-10-04T20:59:59Z', '2026-10-05'], ['alpha', 'beta']],
  ])('has the rows whose %s %s %j, and is counted', async (field, op, value, expected) => {
    expect(await toolsOf(where(field, op, value))).toEqual(expected);
    const counted = await ask({ operation: 'count', ...where(field, op, value) });
    // A program receives the rows alone.
    expect(counted).toMatchObject({ count: expected.length, rows: [{ count: expected.length }] });
  });

  it('has the rows to which every filter applies, the newest first', async () => {
    const filters = [
      { field: 'attempts', op: 'eq', value: 1 },
      { field: 'success', op: 'eq', value: false },
    ];
    expect(await toolsOf({ filters })).toEqual(['delta%']);
    expect(await toolsOf({ orderBy: undefined })).toEqual(['delta%', 'gamma_ray', 'beta', 'alpha']);
  });

  it.each([
    ['attempts', 'desc', ['gamma_ray', 'beta']],
    ['durationMs', 'asc', ['beta']],
    // Absent values come last in both directions.
    ['errorClass', 'asc', ['delta%', 'beta']],
    ['errorClass', 'desc', ['beta', 'delta%']],
  ])('can be ordered by %s %s', async (field, direction, first) => {
    expect((await toolsOf({ orderBy: { field, direction } })).slice(0, first.length)).toEqual(first);
  });

  it('has pages, and the selected fields once in any spelling', async () => {
    const fields = ['Tool', 'attempts', 'success', 'created_at', 'createdAt'];
    const page = await ask({ fields, orderBy, limit: 1, offset: 1 });
    expect(page).toMatchObject({ total: 4, truncated: true });
    const row = { tool: 'beta', attempts: 2, success: false, createdAt: '2026-10-04T21:00:00.000Z' };
    expect(page.rows).toEqual([row]);
    expect(await ask({ fields, orderBy, limit: 1, offset: 3 })).toMatchObject({ total: 4, truncated: false });
  });
});

describe('an aggregate', () => {
  const groupsOf = async (question: Record<string, unknown>) =>
    (await ask({ operation: 'aggregate', metrics: [{ fn: 'count', as: 'n' }], ...question })).rows;

  it('has each function over all rows, which ignores absent values', async () => {
    const counts = [
      { fn: 'count', as: 'calls' },
      { fn: 'count', field: 'errorClass', as: 'failures' },
    ];
    const ofTimes = ['sum', 'avg', 'min', 'max', 'median'].map((fn) => ({ fn, field: 'durationMs', as: fn }));
    expect(await groupsOf({ metrics: counts })).toEqual([{ calls: 4, failures: 2 }]);
    expect(await groupsOf({ metrics: ofTimes })).toEqual([
      { sum: 29.5, avg: 7.375, min: 5.5, max: 10, median: 7 },
    ]);
    const filters = [{ field: 'attempts', op: 'gt', value: 9 }];
    expect(await groupsOf({ metrics: counts, filters })).toEqual([{ calls: 0, failures: 0 }]);
    expect(await groupsOf({ metrics: ofTimes, filters })).toEqual([
      { sum: null, avg: null, min: null, max: null, median: null },
    ]);
  });

  it.each([
    ['success', { true: 2, false: 2 }],
    ['errorClass', { INTERNAL: 1, TIMEOUT: 1, null: 2 }],
    ['createdAt:day', { '2026-10-04': 1, '2026-10-05': 1, '2026-10-12': 1, '2026-11-16': 1 }],
    ['createdAt:week', { '2026-09-28': 1, '2026-10-05': 1, '2026-10-12': 1, '2026-11-16': 1 }],
    ['createdAt:month', { '2026-10-01': 3, '2026-11-01': 1 }],
  ])('is grouped by %s', async (name, counts) => {
    const orderBy = { field: foldedWord(name.split(':')[0] ?? '') };
    const found = await groupsOf({ groupBy: [name.replace('At', ' at')], orderBy });
    expect(Object.fromEntries(found.map((row) => [String(row[name]), row.n]))).toEqual(counts);
    expect(found).toHaveLength(Object.keys(counts).length);
  });

  it('is grouped by two columns', async () => {
    const year = { 'createdAt:year': '2026-01-01' };
    expect(await groupsOf({ groupBy: ['createdAt:year', 'success'] })).toEqual(
      expect.arrayContaining([
        { ...year, success: false, n: 2 },
        { ...year, success: true, n: 2 },
      ]),
    );
  });
});

describe('names and values of a question', () => {
  const nasty = fc.oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      `x"; DROP TABLE tool_calls; --`,
      `tool' OR '1'='1`,
      'constructor',
      '__proto__',
      'tool)',
      '$1',
      'createdAt:week; --',
      'zq:day',
    ),
  );

  it('never reach the text of a statement, and unknown ones are rejected by name', () => {
    const name = fc.oneof(nasty, fc.constant('tool'));
    const names = fc.array(name, { maxLength: 2 });
    const anything = fc.record({
      operation: fc.constantFrom('list', 'count', 'aggregate', undefined),
      filters: fc.array(
        fc.record({
          field: fc.oneof(nasty, fc.constantFrom('tool', 'attempts', 'createdAt')),
          op: fc.constantFrom('eq', 'contains', 'in', 'between', 'gt'),
          value: fc.oneof(nasty, fc.array(nasty, { minLength: 1, maxLength: 2 })),
        }),
        { maxLength: 2 },
      ),
      fields: names,
      metrics: fc.array(
        fc.record({
          fn: fc.constantFrom('count', 'max'),
          field: fc.oneof(nasty, fc.constant('attempts')),
          as: fc.constantFrom('zq_name', 'select', undefined),
        }),
        { maxLength: 2 },
      ),
      groupBy: names,
      orderBy: fc.option(fc.record({ field: name, direction: fc.constant('asc') }), { nil: undefined }),
    });
    const known = vocabularyOf(calls);
    let made = 0;
    forAll(2_000, anything, (question) => {
      const read = dataQuestion.safeParse({ dataset: 'calls', ...question });
      if (!read.success) return;
      try {
        const { count, rows: selected } = statementsFor(read.data, calls, staff);
        for (const { sql } of [count, ...(selected ? [selected] : [])])
          expect(sql.split(/[^A-Za-z0-9_$'%•<>=.-]+/).filter((word) => word && !known.has(word))).toEqual([]);
        made += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError);
        expect((error as ToolError).errorClass).toBe('VALIDATION_FAILED');
      }
    });
    expect(made).toBeGreaterThan(20);
  });

  it.each([
    [where('durationMs', 'between', '1,500'), /between needs two values/],
    [where('price', 'eq', 1), /no field "price"\. Possible: id, tool,/],
    [{ fields: ['constructor'] }, /no field "constructor"/],
    [where('tool', 'gt', 'a'), /tool cannot be asked with gt\. Possible: eq, ne, in, contains, is_null\./],
    [where('attempts', 'eq', 'many'), /attempts is a number; found "many"/],
    [where('attempts', 'eq', '<500k'), /attempts is a number; found "<500k"/],
    [where('attempts', 'eq'), /attempts is a number; found nothing/],
    [where('success', 'eq', 'perhaps'), /success is true or false/],
    [where('createdAt', 'gt', 'yesterday'), /a day such as 2026-11-23/],
    [where('day', 'gt', '31/12/2026'), /day is a day such as/],
    [where('createdAt', 'between', ['2026-10-01']), /between needs two values/],
    [where('tool', 'in', []), /in needs one value/],
    [where('kind', 'eq', 'fax'), /kind is never "fax"\. Possible: chat, voice\./],
    [{ groupBy: ['tool:week'] }, /tool is not a date/],
    [{ groupBy: ['createdAt:hour'] }, /Possible: createdAt:day, createdAt:week/],
    [{ groupBy: ['tool'], operation: 'count' }, /count takes neither metrics nor groupBy/],
    [{ groupBy: ['tool', 'tool'] }, /Two columns of the answer are named tool/],
    [{ metrics: [{ fn: 'avg' }] }, /avg needs a field\. Possible: attempts, durationMs\./],
    [{ metrics: [{ fn: 'sum', field: 'tool' }] }, /tool is text and has no sum/],
    [{ groupBy: ['tool'], orderBy: { field: 'attempts', direction: 'asc' } }, /no column "attempts"/],
    [{ orderBy: { field: 'nothing', direction: 'asc' } }, /no field "nothing"/],
  ])('%j', async (question, message) => {
    await expect(ask(question)).rejects.toMatchObject({
      errorClass: 'VALIDATION_FAILED',
      message: expect.stringMatching(message),
      help: { fields: [{ name: expect.any(String), problem: expect.any(String) }] },
    });
  });

  it('are read as people write them', async () => {
    const { appliedFilters } = await ask({
      filters: [
        { field: 'attempts', op: 'gte', value: '٢' },
        { field: 'kind', op: 'eq', value: 'دردشه' },
        { field: 'success', op: 'eq', value: 'Yes' },
        { field: 'outcome', op: 'ne', value: 'ERROR' },
        { field: 'createdAt', op: 'gte', value: '2026-10-05' },
      ],
    });
    expect(appliedFilters).toEqual([
      { field: 'attempts', op: 'gte', value: 2 },
      { field: 'kind', op: 'eq', value: 'chat' },
      { field: 'success', op: 'eq', value: true },
      { field: 'success', op: 'ne', value: false },
      { field: 'createdAt', op: 'gte', value: '2026-10-04T21:00:00.000Z' },
    ]);
  });
});

describe('limits', () => {
  it('refuses more than 200 groups', async () => {
    const org = randomUUID();
    for (let at = 0; at <= 200; at += 1)
      await insert(org, { ...rows[0]!, id: randomUUID(), tool: `tool_${at}` });
    const groups = (question: Parameters<typeof ask>[0]) => ask(question, staff, calls, org);
    await expect(groups({ groupBy: ['tool'] })).rejects.toMatchObject({ errorClass: 'LIMIT_EXCEEDED' });
    const { rows: few } = await groups({ groupBy: ['attempts'], ...where('tool', 'contains', '_1') });
    expect(few).toEqual([{ attempts: 1, count: 111 }]);
  });

  it('cancels a statement after its timeout', async () => {
    const slow = { ...calls, where: '(SELECT pg_sleep(10)) IS NOT NULL' };
    await expect(ask({ operation: 'count' }, staff, slow)).rejects.toMatchObject({ errorClass: 'TIMEOUT' });
  });

  it('writes nothing, whatever SQL a dataset contains', async () => {
    const writing = { ...calls, where: `(SELECT nextval('zq_none') > 0)` };
    await own.database.dataSource.query('CREATE SEQUENCE zq_none; GRANT ALL ON SEQUENCE zq_none TO PUBLIC');
    await expect(ask({ operation: 'count' }, staff, writing)).rejects.toThrow('A read must not write');
  });
});

describe('personal fields', () => {
  it('are masked in lists for askers who are not members', async () => {
    const question = { fields: ['tool', 'caller'], limit: 1 };
    expect((await ask(question)).rows[0]).toMatchObject({ caller: 'contact' });
    expect((await ask(question, contact)).rows[0]).toEqual({ tool: expect.any(String), caller: '•••' });
  });

  it.each([
    where('caller', 'contains', 'c'),
    { groupBy: ['caller'] },
    { metrics: [{ fn: 'count', field: 'caller' }] },
    { orderBy: { field: 'caller', direction: 'asc' } },
  ])('cannot be asked by: %j', async (question) => {
    await expect(ask(question, contact)).rejects.toMatchObject({ errorClass: 'FORBIDDEN' });
    await expect(ask(question)).resolves.toBeDefined();
  });
});

it('reports demo rows among the matching rows', async () => {
  const org = randomUUID();
  await insert(org, { ...rows[0]!, id: randomUUID(), tool: 'real' });
  await insert(org, { ...rows[0]!, id: randomUUID(), tool: 'demo' }, 'chat', 'sample');
  const of = async (tool: string) =>
    (await ask({ operation: 'count', ...where('tool', 'eq', tool) }, staff, calls, org)).sample;
  expect([await of('real'), await of('demo'), await of('none')]).toEqual([false, true, false]);
});

describe.each(platformDatasets.map((dataset) => [dataset.name, dataset] as const))('%s', (_, dataset) => {
  it('can be served', () => expect(datasetProblems(dataset)).toEqual([]));

  it('can be listed and grouped by each of its fields', async () => {
    const names = Object.keys(dataset.fields);
    expect(await ask({ fields: names.slice(0, 15) }, staff, dataset)).toMatchObject({ operation: 'list' });
    for (const name of names) {
      const answer = await ask({ groupBy: [name], metrics: [{ fn: 'count', field: name }] }, staff, dataset);
      expect(answer.operation).toBe('aggregate');
    }
  });
});

it.each([
  [{ name: 'Bad Name' }, 'the name is not snake_case'],
  [{ source: '(SELECT 1)' }, 'does not name the org'],
  [{ synonyms: [] }, 'it has no synonyms'],
  [{ time: 'tool' }, 'not a field of type datetime or date'],
  [{ defaults: { ...calls.defaults, fields: ['lost'] } }, 'unknown field lost'],
  [{ fields: { ...calls.fields, Bad_name: { type: 'text', column: 'tool' } } }, 'is not camelCase'],
] as [Partial<Dataset>, string][])('refuses a dataset that says %j', (change, problem) => {
  expect(datasetProblems({ ...calls, ...change }).join('; ')).toContain(problem);
});

it('refuses a dataset that is without time and without order', () => {
  const { time: _time, defaults, ...timeless } = calls;
  const made = defineDataset({ ...timeless, defaults: { fields: defaults.fields, orderBy: undefined } });
  expect(datasetProblems(made)).toEqual([expect.stringContaining('it has neither a time nor an order')]);
});
