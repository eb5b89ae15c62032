import type { Expected, SeenCall, SeenStep } from '#pack-kit';
import { expectedFor, judge } from './judge.ts';

const call = (
  tool: string,
  input: Record<string, unknown> = {},
  result: Partial<SeenCall['result']> = {},
) => ({ tool, arguments: input, result: { success: true, ...result } });

const seen = (change: Partial<SeenStep> = {}): SeenStep => ({
  turnId: 't',
  conversationId: 'c',
  traceId: 'x',
  state: 'completed',
  agent: 'estio/searcher',
  reply: 'Three flats.',
  calls: [],
  services: {},
  callTool: () => Promise.resolve({ success: true }),
  asAdmin: () => Promise.resolve({}),
  rows: <Row>() => Promise.resolve([{ stage: 'contract' }] as Row[]),
  ...change,
});

const problemsOf = (
  ...[expected, step, judging = 'offline']: Parameters<typeof judge> | [Expected, SeenStep]
) => Object.values<string[]>({ ...judge(expected, step, judging) }).flat();

it.each<[string, Expected, Partial<SeenStep>, RegExp | undefined]>([
  ['nothing wanted', {}, {}, undefined],
  ['another state', { state: 'awaiting_approval' }, {}, /is completed/],
  ['another agent', { agent: 'estio/closer' }, {}, /estio\/searcher answered/],
  ['no call wanted', { calls: [] }, { calls: [call('a')] }, /also called: a/],
  ['a call missing', { calls: [{ tool: 'a' }] }, {}, /expected a call of a/],
  ['an optional one missing', { calls: [{ tool: 'a', optional: true }] }, {}, undefined],
  ['wrong order', { calls: [{ tool: 'a' }, { tool: 'b' }] }, { calls: [call('b'), call('a')] }, /call of a/],
  ['failure', { calls: [{ tool: 'a' }] }, { calls: [call('a', {}, { success: false })] }, /expected success/],
  [
    'another class',
    { calls: [{ tool: 'a', errorClass: 'CONFLICT' }] },
    { calls: [call('a', {}, { success: false, errorClass: 'NOT_FOUND' })] },
    /expected CONFLICT/,
  ],
  [
    'another argument',
    { calls: [{ tool: 'a', arguments: { n: 3 } }] },
    { calls: [call('a', { n: 4 })] },
    /\.n is 4/,
  ],
  ['other data', { calls: [{ tool: 'a', data: { n: 3 } }] }, { calls: [call('a')] }, /data is absent/],
  ['a forbidden call', { neverCalls: ['a'] }, { calls: [call('a')] }, /a was called/],
  ['words missing', { says: ['villa'] }, {}, /does not say villa/],
  ['words too many', { neverSays: [/flats/] }, {}, /says/],
  ['another language', { language: 'ar' }, {}, /answers in en/],
])('%s', (_, expected, change, problem) => {
  const problems = problemsOf(expected, seen(change));
  if (problem) expect(problems.join('\n')).toMatch(problem);
  else expect(problems).toEqual([]);
});

it('requires an Arabic reply to an Arabic message', () => {
  const problems = (said: string, reply: string) => problemsOf(expectedFor(said, {}), seen({ reply }));
  expect(problems('كم شقة في ياس؟', 'Three flats.')).toEqual([expect.stringMatching('answers in en')]);
  expect(problems('كم شقة في ياس؟', 'ثلاث شقق.')).toEqual([]);
  expect(problems('How many flats?', 'Three flats.')).toEqual([]);
});

it('lets a real model recall in between, and use its own words', () => {
  const expected: Expected = {
    calls: [{ tool: 'a' }, { tool: 'search', offlineOnly: true }],
    saysOffline: ['villa'],
  };
  const step = seen({ calls: [call('retrieve_context'), call('a'), call('b')] });
  expect(problemsOf(expected, step, 'real model')).toEqual([]);
  expect(problemsOf(expected, step)).not.toEqual([]);
});

it('tells what is wrong: the tool, its arguments, the words or the outcome', () => {
  const about = (expected: Expected, change: Partial<SeenStep> = {}) => {
    const judged = Object.entries<string[]>({ ...judge(expected, seen(change), 'real model') });
    return judged.map(([name, problems]) => (problems.length > 0 ? `${name}!` : name)).join(' ');
  };
  const a = { calls: [{ tool: 'a', arguments: { n: 3 } }] };
  const invalid = call('a', { n: 3 }, { success: false, errorClass: 'VALIDATION_FAILED' });
  expect(about({})).toBe('outcome claims');
  expect(about(a)).toBe('outcome tools! claims');
  expect(about(a, { calls: [call('a', { n: 4 })] })).toBe('outcome tools claims arguments!');
  expect(about({ calls: [{ tool: 'a' }] }, { calls: [invalid] })).toBe('outcome tools claims arguments!');
  expect(about({ ...a, neverCalls: ['b'] }, { calls: [call('a', { n: 3 }), call('b')] })).toBe(
    'outcome tools! claims arguments',
  );
  expect(about({ says: ['villa'], agent: 'x' })).toBe('outcome! claims!');
});
