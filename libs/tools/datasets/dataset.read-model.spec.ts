import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { ToolError, datasetProblems, type Dataset } from '#pack-kit';
import { dataQuestion, type DataQuestion } from './data-question.ts';
import { answerQuestion } from './dataset.read-model.ts';
import { platformDatasets } from './platform-datasets.ts';
import { statementsFor } from './statements.ts';
import { calls } from './testing/calls-dataset.ts';
import { naiveGroups, naiveList, naiveRows, TIMEZONE, type CallRow } from './testing/naive-answer.ts';
import { vocabularyOf } from './testing/statement-vocabulary.ts';

const staff = { isStaff: true, timezone: TIMEZONE };
const contact = { isStaff: false, timezone: TIMEZONE };

const own = suiteDatabase();
let orgId: string;
let rows: CallRow[];

beforeAll(async () => {
  orgId = randomUUID();
  rows = Array.from({ length: 80 }, (_, at) => ({
    id: randomUUID(),
    tool: ['alpha', 'beta', 'gamma_ray', 'delta%'][at % 4]!,
    errorClass: [null, 'TIMEOUT', null, 'INTERNAL', null][at % 5]!,
    success: at % 3 === 0,
    attempts: 1 + (at % 3),
    durationMs: ((at * 37) % 50) / 2,
    createdAt: new Date(Date.UTC(2026, 9, 1 + (at % 60), (at * 7) % 24, at % 60)),
  }));
  for (const row of rows) await insert(orgId, row);
  await insert(orgId, { ...rows[0]!, id: randomUUID() }, 'deleted');
  await insert(randomUUID(), { ...rows[0]!, id: randomUUID() });
});

function insert(org: string, row: CallRow, channel = 'chat', pack = 'test') {
  return own.database.forOrg(org, (tx) =>
    tx.execute(
      `INSERT INTO tool_calls (org_id, id, tool, pack, arguments, result, success, error_class, attempts, duration_ms,
         channel, caller_kind, created_at) VALUES ($1, $2, $3, $4, '{}', '{}', $5, $6, $7, $8, $9, 'contact', $10)`,
      [
        row.id,
        row.tool,
        pack,
        row.success,
        row.errorClass,
        row.attempts,
        row.durationMs,
        channel,
        row.createdAt,
      ],
    ),
  );
}

const ask = (question: Record<string, unknown>, asker = staff, dataset: Dataset = calls, org = orgId) =>
  own.database.forOrg(org, (tx) =>
    answerQuestion(tx, dataQuestion.parse({ dataset: dataset.name, ...question }), dataset, asker),
  );

const numeric = fc.constantFrom('attempts', 'durationMs');
const day = fc
  .integer({ min: 0, max: 70 })
  .map((days) => new Date(Date.UTC(2026, 8, 28 + days)).toISOString().slice(0, 10));
const moment = fc
  .integer({ min: 0, max: 70 * 24 })
  .map((hours) => new Date(Date.UTC(2026, 8, 28, hours)).toISOString());
const time = fc.oneof(day, moment);
const number = fc.integer({ min: 0, max: 30 });
const text = fc.constantFrom('alpha', 'BETA', 'delta%', 'none', 'gamma_ray');
const ordered = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte');
const filter = fc.oneof(
  fc.record({ field: numeric, op: ordered, value: number }),
  fc.record({ field: numeric, op: fc.constant('between'), value: fc.tuple(number, number) }),
  fc.record({
    field: numeric,
    op: fc.constant('in'),
    value: fc.array(number, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ field: fc.constant('createdAt'), op: ordered, value: time }),
  fc.record({ field: fc.constant('createdAt'), op: fc.constant('between'), value: fc.tuple(time, time) }),
  fc.record({ field: fc.constant('tool'), op: fc.constantFrom('eq', 'ne'), value: text }),
  fc.record({
    field: fc.constant('tool'),
    op: fc.constant('in'),
    value: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: fc.constant('tool'),
    op: fc.constant('contains'),
    value: fc.constantFrom('A', '%', '_', 'a_r', '\\', 'lt'),
  }),
  fc.record({
    field: fc.constant('errorClass'),
    op: fc.constantFrom('eq', 'ne'),
    value: fc.constantFrom('timeout', 'X'),
  }),
  fc.record({ field: fc.constant('errorClass'), op: fc.constant('is_null'), value: fc.boolean() }),
  fc.record({ field: fc.constant('success'), op: fc.constantFrom('eq', 'ne'), value: fc.boolean() }),
);
const filters = fc.array(filter, { maxLength: 3 });
const fields = fc.uniqueArray(fc.constantFrom('tool', 'errorClass', 'success', 'attempts', 'createdAt'), {
  minLength: 1,
});
const listQuestion = fc.record({
  operation: fc.constant('list'),
  filters,
  fields,
  orderBy: fc.record({
    field: fc.constantFrom('tool', 'errorClass', 'durationMs', 'createdAt'),
    direction: fc.constantFrom('asc', 'desc'),
  }),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.integer({ min: 0, max: 90 }),
});
const metrics = fc
  .array(
    fc.oneof(
      fc.constant<{ fn: string; field?: string }>({ fn: 'count' }),
      fc.record({ fn: fc.constantFrom('sum', 'avg', 'min', 'max', 'median', 'count'), field: numeric }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((some) => some.map((metric, at) => ({ ...metric, as: `m${at}` })));
const groupBy = fc.uniqueArray(
  fc.constantFrom('tool', 'errorClass', 'success', 'createdAt:week', 'createdAt:month', 'createdAt:year'),
  { maxLength: 2 },
);
const groupQuestion = fc.record({
  operation: fc.constant('aggregate'),
  filters,
  metrics,
  groupBy,
  limit: fc.constant(100),
});

const parsed = (question: object): DataQuestion => dataQuestion.parse({ dataset: 'calls', ...question });

describe('any question is answered as in memory', () => {
  it('lists and counts', async () => {
    await fc.assert(
      fc.asyncProperty(listQuestion, async (question) => {
        const answer = await ask(question);
        expect(answer.rows).toEqual(naiveList(rows, parsed(question)));
        const total = naiveRows(rows, parsed(question)).length;
        expect(answer).toMatchObject({ total, truncated: question.offset + answer.rows.length < total });
        const counted = await ask({ operation: 'count', filters: question.filters });
        expect(counted).toMatchObject({ count: total, rows: [] });
      }),
      { numRuns: 150 },
    );
  });

  it('aggregates', async () => {
    const sorted = (some: Record<string, unknown>[]) =>
      some
        .map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
            ]),
          ),
        )
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(groupQuestion, async (question) => {
        const answer = await ask(question);
        expect(sorted(answer.rows)).toEqual(sorted(naiveGroups(rows, parsed(question))));
      }),
      { numRuns: 150 },
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
      fields: fc.array(fc.oneof(nasty, fc.constant('tool')), { maxLength: 2 }),
      metrics: fc.array(
        fc.record({
          fn: fc.constantFrom('count', 'max'),
          field: fc.oneof(nasty, fc.constant('attempts')),
          as: fc.constantFrom('zq_name', 'select', undefined),
        }),
        { maxLength: 2 },
      ),
      groupBy: fc.array(fc.oneof(nasty, fc.constant('tool')), { maxLength: 2 }),
      orderBy: fc.option(
        fc.record({ field: fc.oneof(nasty, fc.constant('tool')), direction: fc.constant('asc') }),
        { nil: undefined },
      ),
    });
    const known = vocabularyOf(calls);
    let made = 0;
    fc.assert(
      fc.property(anything, (question) => {
        const read = dataQuestion.safeParse({ dataset: 'calls', ...question });
        if (!read.success) return;
        try {
          const { count, rows: selected } = statementsFor(read.data, calls, staff);
          for (const { sql } of [count, ...(selected ? [selected] : [])])
            expect(sql.split(/[^A-Za-z0-9_$'%•<>=.-]+/).filter((word) => word && !known.has(word))).toEqual(
              [],
            );
          made += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError);
          expect((error as ToolError).errorClass).toBe('VALIDATION_FAILED');
        }
      }),
      { numRuns: 2_000 },
    );
    expect(made).toBeGreaterThan(20);
  });

  it.each([
    [{ filters: [{ field: 'price', op: 'eq', value: 1 }] }, /no field "price"\. Possible: id, tool,/],
    [{ fields: ['constructor'] }, /no field "constructor"/],
    [
      { filters: [{ field: 'tool', op: 'gt', value: 'a' }] },
      /tool cannot be asked with gt\. Possible: eq, ne, in, contains, is_null\./,
    ],
    [{ filters: [{ field: 'attempts', op: 'eq', value: 'many' }] }, /attempts is a number; found "many"/],
    [{ filters: [{ field: 'attempts', op: 'eq' }] }, /attempts is a number; found nothing/],
    [{ filters: [{ field: 'success', op: 'eq', value: 'perhaps' }] }, /success is true or false/],
    [{ filters: [{ field: 'createdAt', op: 'gt', value: 'yesterday' }] }, /a day such as 2026-11-23/],
    [{ filters: [{ field: 'day', op: 'gt', value: '31/12/2026' }] }, /day is a day such as/],
    [{ filters: [{ field: 'createdAt', op: 'between', value: ['2026-10-01'] }] }, /between needs two values/],
    [{ filters: [{ field: 'tool', op: 'in', value: [] }] }, /in needs one value/],
    [
      { filters: [{ field: 'kind', op: 'eq', value: 'fax' }] },
      /kind is never "fax"\. Possible: chat, voice\./,
    ],
    [{ groupBy: ['tool:week'] }, /tool is not a date/],
    [{ groupBy: ['createdAt:hour'] }, /Possible: createdAt:day, createdAt:week/],
    [{ groupBy: ['tool'], operation: 'count' }, /count takes neither metrics nor groupBy/],
    [{ groupBy: ['tool', 'tool'] }, /Two columns of the answer are named tool/],
    [{ metrics: [{ fn: 'avg' }] }, /avg needs a field\. Possible: attempts, durationMs\./],
    [{ metrics: [{ fn: 'sum', field: 'tool' }] }, /There is no sum of tool, which is text/],
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
        { field: 'createdAt', op: 'gte', value: '2026-10-05' },
      ],
    });
    expect(appliedFilters).toEqual([
      { field: 'attempts', op: 'gte', value: 2 },
      { field: 'kind', op: 'eq', value: 'chat' },
      { field: 'success', op: 'eq', value: true },
      { field: 'createdAt', op: 'gte', value: '2026-10-04T21:00:00.000Z' },
    ]);
  });
});

describe('limits', () => {
  it('refuses more than 200 groups', async () => {
    const org = randomUUID();
    for (let at = 0; at <= 200; at += 1)
      await insert(org, { ...rows[0]!, id: randomUUID(), tool: `tool_${at}` });
    await expect(ask({ groupBy: ['tool'] }, staff, calls, org)).rejects.toMatchObject({
      errorClass: 'LIMIT_EXCEEDED',
    });
    const answer = await ask(
      { groupBy: ['attempts'], filters: [{ field: 'tool', op: 'contains', value: '_1' }] },
      staff,
      calls,
      org,
    );
    expect(answer.rows).toEqual([{ attempts: 1, count: 111 }]);
  });

  it('cancels a statement after its timeout', async () => {
    const slow = { ...calls, where: '(SELECT pg_sleep(10)) IS NOT NULL' };
    await expect(ask({ operation: 'count' }, staff, slow)).rejects.toMatchObject({ errorClass: 'TIMEOUT' });
  });

  it('writes nothing, whatever SQL a dataset contains', async () => {
    const writing = { ...calls, where: `(SELECT nextval('zq_none') > 0)` };
    await own.database.dataSource.query('CREATE SEQUENCE zq_none; GRANT ALL ON SEQUENCE zq_none TO PUBLIC');
    await expect(ask({ operation: 'count' }, staff, writing)).rejects.toThrow(/read-only transaction/);
  });
});

describe('personal fields', () => {
  it('are masked in lists for askers who are not members', async () => {
    const question = { fields: ['tool', 'caller'], limit: 1 };
    expect((await ask(question)).rows[0]).toMatchObject({ caller: 'contact' });
    expect((await ask(question, contact)).rows[0]).toEqual({ tool: expect.any(String), caller: '•••' });
  });

  it.each([
    { filters: [{ field: 'caller', op: 'contains', value: 'c' }] },
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
    (
      await ask(
        { operation: 'count', filters: [{ field: 'tool', op: 'eq', value: tool }] },
        staff,
        calls,
        org,
      )
    ).sample;
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
