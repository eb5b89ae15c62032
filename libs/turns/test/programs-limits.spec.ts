// Programs that end without a value: the model receives the name of the limit, and other turns are not affected.
import type { GenerateResult } from '#models';
import type { Pack, Tool } from '#pack-kit';
import { watchThreads } from '../../../test/harness/ended-threads.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { textOf, type TestOrg } from '../testing/test-org.fixture.ts';
import { noteTool, openTurns, plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

const notes: string[] = [];
const look: Tool = {
  ...plainTool('look'),
  execute: async (input, { signal }) => {
    const { text = '' } = input as { text?: string };
    if (text !== 'for ever') return { found: text };
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  },
};
const send: Tool = { ...plainTool('send_mail'), sideEffect: 'external' };

const pack: Pack = testPack('alpha', [look, noteTool(notes), send]);
pack.agents = pack.agents.map((agent) => ({ ...agent, programs: true, programWrites: ['note'] }));

describeWith('postgres', 'a program that returns no value', () => {
  let org: TestOrg;
  /** An org whose programs have very little time. */
  let hasty: TestOrg;

  const turnpike = useTurns([pack]);
  beforeAll(async () => {
    org = await turnpike.newOrg({ PROGRAM_CPU_MS: '250', PROGRAM_TOOL_CALLS: '5' });
    hasty = await turnpike.newOrg({ PROGRAM_WALL_MS: '2000' });
  });
  beforeEach(() => {
    notes.length = 0;
  });

  const program = (code: string) => (): Partial<GenerateResult> => ({
    toolCalls: [{ id: 'p1', name: 'run_program', arguments: { code } }],
  });
  async function turnWith(answer: () => Partial<GenerateResult>, of = org) {
    turnpike.model.answer(answer, () => ({ text: 'Told.' }));
    const { turnId } = await of.send({ newConversation: true });
    await of.run(turnId);
    return turnId;
  }
  const told = () =>
    JSON.parse(turnpike.model.requests.at(-1)?.messages.at(-1)?.text ?? '{}') as Record<string, unknown>;

  it.each(
    [
      ['WALL_TIME', `await sleep(5000)`, /wall-clock limit of 2 s/],
      ['WALL_TIME', `await look({ text: 'for ever' })`, /wall-clock limit of 2 s/],
      ['CPU_TIME', `while (true) {}`, /50 ms of CPU/],
      ['MEMORY', `const a = []; for (;;) a.push(new Array(100000).fill(1))`, /32 MiB/],
      ['TOOL_CALLS', `for (;;) await look({})`, /5 tool calls/],
      ['STACK', `const f = () => f(); f()`, /256 KiB of stack/],
      ['CODE_SIZE', `// ${'x'.repeat(70_000)}`, /64 KiB of code/],
      ['RESULT_SIZE', `return 'x'.repeat(300000)`, /256 KiB/],
      ['RESULT_NOT_JSON', `return () => 1`, /not JSON/],
      ['SYNTAX', `return (`, /cannot be read/],
      ['TOOL_NOT_ALLOWED', `return await tools.send_mail({})`, /send_mail/],
      ['PROGRAM_ERROR', `await look({ text: {} })`, /VALIDATION_FAILED/],
    ].map(([code, text, says]) => ({ code, text, says }) as { code: string; text: string; says: RegExp }),
  )('$code: the turn goes on, and the model is told', async ({ code, text, says }) => {
    const ofCode: Record<string, () => Promise<TestOrg>> = {
      WALL_TIME: async () => hasty,
      // Filling the memory takes time, too.
      MEMORY: () => turnpike.newOrg({ PROGRAM_CPU_MS: '2000' }),
    };
    const of = (await ofCode[code]?.()) ?? org;
    const turnId = await turnWith(program(text), of);
    expect(told()).toMatchObject({ success: false, errorCode: code, error: expect.stringMatching(says) });
    expect(await of.turn(turnId)).toMatchObject({ state: 'completed', reply: { text: 'Told.' } });
    const finished = (await of.events(turnId)).find(({ type }) => type === 'ptc.finished');
    expect(finished?.payload).toMatchObject({ success: false, errorCode: code, valueBytes: 0 });
  });

  it('CRASHED: the turn continues when each thread ends under its program, and programs run again after it', async () => {
    const threads = watchThreads();
    const fresh = await openTurns([pack]);
    try {
      const of = await fresh.newOrg({ PROGRAM_CPU_MS: '2000', PROGRAM_WALL_MS: '60000' });
      const replyTo = async (code: string) => {
        fresh.model.answer(program(code), ({ messages }) => ({ text: messages.at(-1)?.text ?? '' }));
        const { turnId } = await of.send({ newConversation: true });
        await of.run(turnId);
        return of.turn(turnId);
      };
      // It works for a fifth of the time, so that a slow machine ends its thread before its limit.
      const work = 'const end = Date.now() + 100; while (Date.now() < end);';
      const crashing = replyTo(`await note({}); for (;;) { ${work} await sleep(400); }`);
      for (const times of [1, 2]) {
        await eventually(async () => expect([threads.started, threads.isBusy()]).toEqual([times, true]));
        // It may still be on its way to the call.
        await eventually(async () => expect(notes).toHaveLength(1));
        await eventually(async () => expect(threads.isBusy()).toBe(true));
        await threads.endLast();
      }
      const crashed = await crashing;
      expect(crashed?.state).toBe('completed');
      expect(crashed?.reply?.text).toMatch(/"errorCode":"CRASHED".*"callsMade":\["note"\]/);
      expect(notes).toHaveLength(1);
      expect((await replyTo(`return (await look({ text: 'on' })).found`))?.reply?.text).toContain(
        '"data":"on"',
      );
    } finally {
      await fresh.close();
      threads.restore();
    }
  });

  it.each([
    ['beside its answer', 'Here you are.\n```tool_code\nreturn 1\n```', 'Here you are.'],
    ['alone', '```tool_code\nreturn 1\n```', 'I could not find an answer to that.'],
  ])('is left out of what is told live when the last round writes it %s', async (_where, text, reply) => {
    const short = await turnpike.newOrg({ MODEL_ROUNDS: '1' });
    turnpike.model.answer(program('return 1'), () => ({ text }));
    const { turnId } = await short.send({ stream: true });
    const { events, ended } = short.read(turnId);
    await short.run(turnId);
    await ended;
    expect([textOf(events, turnId), await short.replyTo(turnId)]).toEqual([reply, reply]);
  });

  it('gives a call the remaining time, and stores its timeout', async () => {
    const turnId = await turnWith(program(`await sleep(100); await look({ text: 'for ever' })`), hasty);
    const [call] = await hasty.query<{ errorClass: string; ms: number }>(
      `SELECT error_class AS "errorClass", duration_ms::float AS ms FROM tool_calls WHERE org_id = $1 AND turn_id = $2`,
      [turnId],
    );
    expect(call?.errorClass).toBe('TIMEOUT');
    // Of its own it would have 30 s.
    expect(call?.ms).toBeLessThan(5_000);
  });

  it('reports the calls made before it was stopped, and waits for running calls', async () => {
    await turnWith(program(`await note({}); note({}); throw new Error('too late')`));
    expect(told()).toMatchObject({ errorCode: 'PROGRAM_ERROR', callsMade: ['note', 'note'] });
    expect(notes).toHaveLength(2);
  });

  it.each([
    ['no object', { arguments: {} }],
    ['no text', { arguments: { code: 7 } }],
    ['no JSON', { arguments: {}, malformed: '{"code": "ret' }],
  ])('takes %s for no program', async (_what, given) => {
    await turnWith(() => ({ toolCalls: [{ id: 'p1', name: 'run_program', ...given }] }));
    expect(told()).toMatchObject({ success: false, errorClass: 'VALIDATION_FAILED' });
  });

  it('does not affect concurrent turns', async () => {
    const hostile = [
      `while (true) {}`,
      `const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})`,
      `const a = []; for (;;) a.push(new Array(100000).fill(1))`,
      `return /^(a+)+$/.test('a'.repeat(40) + 'b')`,
      `for (;;) look({})`,
      `Array.prototype.map = Object.prototype.toString = null; globalThis.look = null; throw Promise`,
      `return await look.constructor('return process')().exit()`,
    ];
    const innocent = `const all = await Promise.all(['a', 'b', 'c'].map((text) => look({ text }))); return all.map((r) => r.found).join('')`;
    const others = await Promise.all([turnpike.newOrg(), turnpike.newOrg(), turnpike.newOrg()]);
    // Each turn is given its own answer, whichever asks first.
    const codes = new Map<string, string>();
    const answer = ({
      facts,
      messages,
    }: {
      facts: { orgId: string };
      messages: { role: string; text: string }[];
    }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: messages.at(-1)?.text ?? '' }
        : program(codes.get(`${facts.orgId}/${messages.at(-1)?.text}`) ?? innocent)();
    const asked = [
      ...hostile.map((code, at) => ({ of: org, text: `hostile ${at}`, code })),
      ...others.flatMap((of) => [1, 2, 3].map((at) => ({ of, text: `innocent ${at}`, code: innocent }))),
    ];
    turnpike.model.answer(...Array.from({ length: asked.length * 2 }, () => answer));
    const replies = await Promise.all(
      asked.map(async ({ of, text, code }) => {
        codes.set(`${of.id}/${text}`, code);
        const { turnId } = await of.send({ text, newConversation: true });
        await of.run(turnId);
        const turn = await of.turn(turnId);
        return { code, state: turn?.state, reply: turn?.reply?.text ?? '' };
      }),
    );
    expect(replies.map(({ state }) => state)).toEqual(replies.map(() => 'completed'));
    for (const { code, reply } of replies)
      expect(reply).toContain(code === innocent ? '{"success":true,"data":"abc"}' : '"success":false');
  });
});
