// Programs in turns: offered, run, recorded, replayed. How they end is in programs-limits.spec.ts.
import { z } from 'zod';
import type { GenerateResult } from '#models';
import type { Pack, Tool, ToolContext } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { calls, dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { noteTool, useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

const notes: string[] = [];
const looks: string[] = [];
let atLook: (text: string) => Promise<void> = async () => undefined;

const look: Tool = {
  ...plainTool('look'),
  execute: async (input, _context: ToolContext) => {
    const { text = '' } = input as { text?: string };
    looks.push(text);
    await atLook(text);
    if (text === 'nothing') return { items: [] };
    const sample = text === 'sample' ? { sample: true } : {};
    return { items: [{ z: 1, a: text }], secret: 'only for models', ...sample };
  },
  ptcValue: 'items',
  result: z.object({ items: z.array(z.object({ z: z.number(), a: z.string() })) }),
};
const note = noteTool(notes);
const dear: Tool = { ...noteTool(notes), name: 'dear', approval: () => 'It costs more than 100.' };
const sendMail: Tool = { ...plainTool('send_mail'), sideEffect: 'external' };
const hidden: Tool = { ...noteTool(notes), name: 'hidden_write' };

function packWith(programs: boolean): Pack {
  const pack = testPack(programs ? 'alpha' : 'beta', programs ? [look, note, dear, sendMail, hidden] : []);
  const [agent] = pack.agents;
  return { ...pack, agents: [{ ...agent!, programs, ...(programs && { programWrites: ['note', 'dear'] }) }] };
}

describeWith('postgres', 'programs', () => {
  const turnpike = useTurns([packWith(true), packWith(false)]);
  const org = useOrg(turnpike);
  beforeEach(() => {
    notes.length = 0;
    looks.length = 0;
    atLook = async () => undefined;
  });

  const program = (code: string) => (): Partial<GenerateResult> => ({
    toolCalls: [{ id: 'p1', name: 'run_program', arguments: { code } }],
  });
  async function turnWith(...answers: (() => Partial<GenerateResult>)[]) {
    turnpike.model.answer(...answers);
    const sent = await org.send();
    await org.run(sent.turnId);
    return sent;
  }
  /** The result of the model's last call, as the model received it. */
  const told = () => {
    const text = turnpike.model.requests.at(-1)?.messages.at(-1)?.text ?? '';
    return JSON.parse(text.slice(text.indexOf('{'))) as Record<string, unknown>;
  };
  const audited = (turnId: string) =>
    org.query<{ tool: string; stepKey: string; success: boolean }>(
      `SELECT tool, step_key AS "stepKey", success FROM tool_calls WHERE org_id = $1 AND turn_id = $2 ORDER BY step_key`,
      [turnId],
    );

  it('call tools like single calls, and pass only their value to the model', async () => {
    const { turnId } = await turnWith(
      program(`
        const [a, b] = await Promise.all([look({ text: 'a' }), look({ text: 'b' })]);
        await note({});
        console.log('not for the model');
        return { rows: [...a, ...b].length, keys: Object.keys(a[0]) };`),
    );
    expect(told()).toEqual({ success: true, data: { rows: 2, keys: ['z', 'a'] } });
    expect(await audited(turnId)).toEqual([
      { tool: 'look', stepKey: 'program:1:0:1', success: true },
      { tool: 'look', stepKey: 'program:1:0:2', success: true },
      { tool: 'note', stepKey: 'program:1:0:3', success: true },
    ]);
    expect((await org.turn(turnId))?.totals).toMatchObject({ modelRounds: 2, toolCalls: 3 });
    const events = await org.events(turnId);
    const started = events.find(({ type }) => type === 'ptc.started');
    const finished = events.find(({ type }) => type === 'ptc.finished');
    // The id is ours, not that of the provider.
    const callId = 'c00010100';
    expect(started?.payload).toMatchObject({ callId, replayedCalls: 0 });
    expect(finished?.payload).toMatchObject({ callId, success: true, errorCode: null, toolCalls: 3 });
    expect(events.filter(({ type }) => type === 'tool.finished').map(({ payload }) => payload)).toMatchObject(
      [
        { tool: 'look', program: callId, success: true },
        { tool: 'look', program: callId, success: true },
        { tool: 'note', program: callId, callId: `${callId}.3`, success: true },
      ],
    );
  });

  it('label the reply as sample data if one of their calls used sample rows', async () => {
    const code = `return (await look({ text: 'sample' })).map(({ a }) => ({ title: a }));`;
    const reply = async (...answers: (() => Partial<GenerateResult>)[]) => {
      const { turnId } = await turnWith(...answers, () => ({ text: 'There is a villa.' }));
      return await org.replyTo(turnId);
    };
    expect(await reply(program(code))).toBe('There is a villa.\nThis is sample data.');
    expect(told()).toEqual({ success: true, data: [{ title: 'sample' }] });
    expect(await reply(program(code.replace('sample', 'real')))).toBe('There is a villa.');
  });

  it('list functions by signature instead of schemas', async () => {
    await turnWith();
    const [request] = turnpike.model.requests;
    expect(request?.tools.map(({ name }) => name)).toEqual(['hidden_write', 'send_mail', 'run_program']);
    expect(request?.system).toContain('look({\n  text?:string\n}):{z:number, a:string}[]\n');
    expect(request?.system).toContain('\ndear(');
    expect(request?.system).not.toMatch(/send_mail|hidden_write/);
  });

  it('name functions whose signatures exceed the token limit, and send their schemas', async () => {
    await org.replace({ PROGRAM_PROMPT_TOKENS: '12' });
    await turnWith();
    const [request] = turnpike.model.requests;
    expect(request?.system).toContain('Programs can also call: dear, look.');
    expect(request?.tools.map(({ name }) => name)).toEqual(
      'dear hidden_write look send_mail run_program'.split(' '),
    );
  });

  it('allow a single call of a tool that programs can call', async () => {
    const { turnId } = await turnWith(calls('look'));
    expect(await audited(turnId)).toEqual([{ tool: 'look', stepKey: 'tool:1:0', success: true }]);
  });

  it('run a program from a block of code in the text', async () => {
    const { turnId } = await turnWith(
      () => ({ text: 'Let me see.\n```tool_code\nreturn (await look({ text: "x" })).length\n```\n' }),
      () => ({ text: 'One.' }),
    );
    expect(told()).toEqual({ success: true, data: 1 });
    expect(turnpike.model.requests.at(-1)?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', toolCalls: [] },
      { role: 'user', text: expect.stringMatching(/^Result of your program, from the platform/) },
    ]);
    expect(await org.replyTo(turnId)).toBe('One.');
  });

  it.each([
    ['```javascript\nreturn await look({})\n```', true],
    ['```javascript\nconst x = look;\n```\nThat is how closures work.', false],
    ['```js\nalert("hello")\n```', false],
    ['```tool_code\nreturn 1\n```\nand\n```tool_code\nreturn 2\n```', false],
  ])('%j is a program: %s', async (text, isProgram) => {
    const { turnId } = await turnWith(() => ({ text }));
    const types = await org.eventTypes(turnId);
    expect(types.includes('ptc.started')).toBe(isProgram);
  });

  it.each<[string, { pack?: string }, boolean]>([
    ['the agent has none', { pack: 'beta' }, false],
    ['the org’s flag says no', {}, true],
  ])('are refused where %s: the model is told to call tools', async (_why, where, flagOff) => {
    if (flagOff) await org.setFlag('ptc', false);
    turnpike.model.answer(() => ({ text: '```tool_code\nreturn await look({})\n```' }));
    const { turnId } = await org.send(where);
    await org.run(turnId);
    const [request] = turnpike.model.requests;
    expect(request?.system).not.toContain('## Programs');
    expect(request?.tools.map(({ name }) => name)).not.toContain('run_program');
    expect(told()).toMatchObject({ success: false, error: expect.stringContaining('one by one') });
    expect(looks).toEqual([]);
  });

  it('continue after a crash: finished calls are not repeated, and their answers arrive in the same order', async () => {
    // The order of the answers decides what the program does next.
    const code = `
      const order = [];
      const one = async (text) => { order.push((await look({ text }))[0].a) };
      await Promise.all([one('slow'), one('quick')]);
      await note({ text: order[0] });
      const stopsHere = await look({ text: 'crash' });
      return { order, at: Date.now(), chance: Math.random(), keys: Object.keys(stopsHere[0]) };`;
    let quickIsDone = () => {};
    const quick = new Promise<void>((resolve) => (quickIsDone = resolve));
    atLook = async (text) => {
      if (text === 'slow') await quick;
      if (text === 'quick') setTimeout(quickIsDone, 20);
    };
    turnpike.model.answer(program(code));
    const { turnId } = await org.send();
    const worker = await stuckRun(turnId);
    expect(looks).toEqual(['slow', 'quick', 'crash']);
    atLook = async () => undefined;
    looks.length = 0;
    await org.expireLease(turnId);
    await org.run(turnId);
    expect(looks).toEqual(['crash']);
    expect(notes).toHaveLength(1);
    expect(told()).toMatchObject({ success: true, data: { order: ['quick', 'slow'], keys: ['z', 'a'] } });
    expect((await org.turn(turnId))?.totals).toMatchObject({ toolCalls: 4 });
    // The first worker wakes up, and can write nothing more.
    const before = await audited(turnId);
    expect(await worker.wakeUp()).toEqual({ kind: 'done' });
    expect(await audited(turnId)).toEqual(before);
  });

  /** Runs the turn until its tool is to crash; its worker does nothing more until it wakes up again. */
  async function stuckRun(turnId: string): Promise<{ wakeUp: () => Promise<unknown> }> {
    let wakeUp = () => {};
    const asleep = new Promise<void>((resolve) => (wakeUp = resolve));
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((crashed) => {
      const before = atLook;
      atLook = async (text) => {
        if (text !== 'crash') return before(text);
        crashed();
        return asleep;
      };
      ended = org.run(turnId);
    });
    return { wakeUp: () => (wakeUp(), ended) };
  }

  it('run a finished program only once', async () => {
    turnpike.model.answer(program(`await note({}); return 7`), dies);
    const { turnId } = await org.send();
    await org.run(turnId);
    expect(notes).toHaveLength(1);
    await org.run(turnId);
    expect(notes).toHaveLength(1);
    expect(told()).toEqual({ success: true, data: 7 });
    expect((await org.turn(turnId))?.totals).toMatchObject({ toolCalls: 1 });
  });

  describe('approval', () => {
    const code = `
      const [seen] = await look({ text: 'first' });
      const [a, b] = await Promise.all([dear({ text: 'one' }).catch((e) => e.errorClass), dear({ text: 'two' })]);
      return { seen: seen.a, a, b };`;

    it('parks the turn for all calls that wait, and continues with the same program', async () => {
      const { turnId } = await turnWith(program(code));
      expect((await org.row(turnId)).state).toBe('awaiting_approval');
      const asked = await org.pendingApprovals();
      expect(asked.map(({ tool, arguments: input }) => [tool, input])).toEqual(
        expect.arrayContaining([
          ['dear', { text: 'one' }],
          ['dear', { text: 'two' }],
        ]),
      );
      expect(notes).toEqual([]);
      for (const { id } of asked) await org.decide(id, 'approve');
      await org.run(turnId);
      expect(notes).toHaveLength(2);
      expect(looks).toEqual(['first']);
      expect(told()).toEqual({
        success: true,
        data: { seen: 'first', a: { noted: true }, b: { noted: true } },
      });
      expect(turnpike.model.requests).toHaveLength(2);
    });

    it('tells the program that a person refused', async () => {
      const { turnId } = await turnWith(program(code));
      for (const { id, arguments: input } of await org.pendingApprovals()) {
        await org.decide(id, input['text'] === 'one' ? 'refuse' : 'approve');
      }
      await org.run(turnId);
      expect(told()).toEqual({ success: true, data: { seen: 'first', a: 'FORBIDDEN', b: { noted: true } } });
    });
  });
});
