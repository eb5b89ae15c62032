import { ATTRIBUTES } from '../attributes.ts';
import { ORG_A, spanRow } from '../testing/span.fixture.ts';
import { traceRows } from '../testing/trace-rows.ts';
import { traceRow, traceWordQuery } from './trace-row.ts';

/** Whether a search for the text finds the words, as `@@` of PostgreSQL decides it. */
function finds(words: readonly string[], text: string, readable = true): boolean {
  const query = traceWordQuery(text, readable);
  return (
    query !== '' &&
    query.split(' & ').every((part) => {
      const prefix = /^'(.*)':\*$/.exec(part)?.[1] ?? '\n';
      return words.some((word) => word.startsWith(prefix));
    })
  );
}

describe('traceRow', () => {
  const run = spanRow({
    input: 'A flat near the Sea, شقة في أبوظبي',
    output: 'There are three.',
    model: 'gpt-x',
    attributes: {
      [ATTRIBUTES.channel]: 'chat',
      [ATTRIBUTES.attempt]: 2,
      [ATTRIBUTES.ageMs]: 1_000,
      [ATTRIBUTES.request]: JSON.stringify({ name: 'POST /v1/messages', spanId: 'aaaaaaaaaaaaaaaa' }),
    },
  });
  const call = spanRow({
    kind: 'tool',
    name: 'execute_tool search_properties',
    tool: 'search_properties',
    parentSpanId: run.spanId,
    input: '{"city":"Paphos","note":"l\'été \\"quoted\\"","plan":"roof\\nterrace"}',
    output: 'a secret garden',
    status: 'error',
    errorMessage: 'NOT_FOUND: nothing there',
    attributes: { [ATTRIBUTES.errorType]: 'ToolFailedError' },
  });
  const models = ['gpt-x', 'claude-y'].map((model) =>
    spanRow({ kind: 'model', name: `chat ${model}`, model, parentSpanId: run.spanId, promptTokens: 7 }),
  );

  it('says what the run was', () => {
    expect(traceRow(run, [run, call, ...models])).toMatchObject({
      channel: 'chat',
      attempt: 2,
      latencyMs: 12.5,
      models: ['gpt-x', 'claude-y'],
      tools: ['search_properties'],
      status: 'success',
      isEnded: true,
    });
  });

  it('has the request that accepted the turn as a span of its own', () => {
    const request = {
      spanId: 'aaaaaaaaaaaaaaaa',
      parentSpanId: null,
      name: 'POST /v1/messages',
      startedAt: '2026-03-02T08:59:59.000001Z',
      latencyMs: 8,
    };
    const of = { ...run, attributes: { [ATTRIBUTES.request]: JSON.stringify(request), more: 1 } };
    const { parentSpanId: _none, ...stored } = request;
    expect(traceRow(of, [of]).spans).toMatchObject([
      { name: 'turn', attributes: { more: 1 } },
      { ...stored, kind: 'http', status: 'success' },
    ]);
    expect(JSON.stringify(traceRow(of, [of]).spans[0])).not.toContain('POST');
  });

  it('keeps the calls of models for statistics, except replayed ones and answers of rules', () => {
    const replayed = { ...models[0]!, attributes: { [ATTRIBUTES.replayed]: true } };
    const ruled = { ...models[0]!, attributes: { 'turnpike.generated_by': 'rules' } };
    const open = { ...models[0]!, status: 'running' as const };
    expect(traceRow(run, [run, replayed, ruled, open]).modelCalls).toBeNull();
    expect(traceRow(run, [run, ...models]).modelCalls).toMatchObject([
      { model: 'gpt-x', promptTokens: 7, status: 'success' },
      { model: 'claude-y' },
    ]);
  });

  it.each([
    ['sea', true],
    ['FLAT sea', true],
    ['pap', true],
    ['Paphos garden', false],
    ['أبوظبي', true],
    ['three', true],
    ['été', true],
    ['"quoted"', true],
    ['NOT_FOUND', true],
    ['ToolFailedError', true],
    ['search_properties', true],
    ['claude-y', true],
    ['terrace', true],
    ['secret', false],
    ['execute_tool', false],
    ['POST', false],
    ['"!', false],
  ])('is found by %j: %s', (text, is) => {
    expect(finds(traceRow(run, [run, call, ...models]).words, text)).toBe(is);
  });

  it('is found by names and errors alone where texts may not be read', () => {
    const { words } = traceRow(run, [run, call]);
    const found = ['NOT_FOUND', 'search', 'estio', 'flat', 'paphos', 'three'].filter((text) =>
      finds(words, text, false),
    );
    expect(found).toEqual(['NOT_FOUND', 'search']);
  });

  it.each(['"zebra view"', 'zebra view', 'view zebra', 'Zeb', '“zebra”', "'zebra' & !view", 'zebra:* | \\'])(
    'is found by the quoted words of its message: %j',
    (text) => {
      const quoted = spanRow({ input: 'Is there one with a "zebra view"?' });
      expect(finds(traceRow(quoted, [quoted]).words, text)).toBe(true);
    },
  );

  const many = (mark: string, count = 5_000) =>
    Array.from({ length: count }, (_, n) => `${mark}${n.toString(36)}`).join(' ');

  it('is found by the first words of every text, however long the others are, with a bounded number of words', () => {
    const long = spanRow({ input: `hello ${many('i')}`, output: `reply ${many('o')}`, status: 'error' });
    const calls = Array.from({ length: 60 }, (_, n) => ({
      ...call,
      input: JSON.stringify({ code: n % 2 ? `odd${n} ${many('c')}` : `even${n}` }),
    }));
    const { words } = traceRow(long, [long, ...calls]);
    for (const text of [
      'hello',
      'reply',
      'NOT_FOUND',
      'ToolFailedError',
      'search_properties',
      'odd59',
      'even58',
    ])
      expect([text, finds(words, text)]).toEqual([text, true]);
    expect(words.length).toBeLessThanOrEqual(600);
  });

  it('stores whole characters only', () => {
    const wide = spanRow({ input: `a${'𠀀'.repeat(30)} ${'𠀀'.repeat(10_000)}` });
    for (const word of traceRow(wide, [wide]).words) expect(word.isWellFormed()).toBe(true);
  });
});

describe('traceRows', () => {
  it('makes a run of each turn, job and request, and puts the wait into the run of its turn', () => {
    const request = spanRow({ name: 'request', kind: 'http', turnId: null, conversationId: null });
    const wait = spanRow({ name: 'queue', kind: 'queue', parentSpanId: request.spanId });
    const turn = spanRow({ parentSpanId: request.spanId });
    const tool = spanRow({ name: 'tool', kind: 'tool', parentSpanId: turn.spanId });
    const job = spanRow({ name: 'job', kind: 'job', parentSpanId: tool.spanId });
    const rows = traceRows([request, wait, turn, tool, job]);
    expect(rows.map(({ name, orgId, spans }) => [name, orgId, spans.map((span) => span.name)])).toEqual([
      ['request', ORG_A, ['request']],
      ['turn', ORG_A, ['turn', 'queue', 'tool']],
      ['job', ORG_A, ['job']],
    ]);
  });
});
