import type { GenerateResult } from '#models';
import type { Pack, Tool } from '#pack-kit';
import { describeWith } from '../../../../test/harness/services.ts';
import { useOrg } from '../../testing/test-org.fixture.ts';
import { noteTool, useTurns, plainTool, testPack } from '../../testing/turns.fixture.ts';
import { ProgramReplays } from './program-replays.service.ts';

let looks = 0;
const notes: string[] = [];
const look: Tool = {
  ...plainTool('look'),
  execute: async (input) => {
    looks += 1;
    // Another answer each time: a replay that called the tool again would show it.
    return { found: (input as { text?: string }).text ?? '', look: looks };
  },
};
const dear: Tool = { ...noteTool(notes), name: 'dear', approval: () => 'It costs more than 100.' };
const pack: Pack = testPack('alpha', [look, dear]);
pack.agents = pack.agents.map((agent) => ({ ...agent, programs: true, programWrites: ['dear'] }));

describeWith('postgres', 'programs run again', () => {
  let replays: ProgramReplays;

  const turnpike = useTurns([pack]);
  const org = useOrg(turnpike);
  beforeAll(() => {
    replays = new ProgramReplays(turnpike.database, turnpike.ports.sandbox, turnpike.orgs);
  });
  beforeEach(() => {
    looks = 0;
  });

  async function turnWith(answer: Partial<GenerateResult>): Promise<string> {
    turnpike.model.answer(() => answer);
    const { turnId } = await org.send({ newConversation: true });
    await org.run(turnId);
    return turnId;
  }
  const called = (code: string) => ({ toolCalls: [{ id: 'p1', name: 'run_program', arguments: { code } }] });

  const CODE = `
    const answers = await Promise.all(['a', 'b'].map((text) => look({ text })));
    console.log('rows', answers.length);
    return { answers, at: Date.now(), chance: Math.random(), keys: Object.keys(answers[0]) };`;

  it.each([
    ['a tool call', called(CODE)],
    ['a block of code', { text: `So:\n\`\`\`tool_code\n${CODE}\n\`\`\`` }],
  ])('come to the same end from recorded results, and call nothing (%s)', async (_how, answer) => {
    const turnId = await turnWith(answer);
    expect(looks).toBe(2);
    const [program] = (await replays.list(org.id, turnId))!;
    expect(program).toMatchObject({
      place: '1.0',
      code: expect.stringContaining('look({ text })'),
      end: { ok: true },
    });
    expect(program?.calls).toMatchObject([
      { sequence: 1, tool: 'look', input: { text: 'a' }, ok: true, answer: { found: 'a' } },
      { sequence: 2, tool: 'look', input: { text: 'b' }, ok: true, answer: { found: 'b' } },
    ]);
    const again = await replays.run(org.id, turnId, '1.0');
    expect(again).toMatchObject({ same: true, replay: { ok: true, logs: ['rows 2'] } });
    expect(again?.replay.value).toEqual(again?.program.end?.value);
    expect(looks).toBe(2);
  });

  it('end with the same error', async () => {
    const turnId = await turnWith(called(`for (;;) await look({})`));
    expect(await replays.run(org.id, turnId, '1.0')).toMatchObject({
      same: true,
      replay: { ok: false, errorCode: 'TOOL_CALLS' },
    });
    expect(looks).toBe(20);
  });

  it('stop at a call that waits for a person', async () => {
    const turnId = await turnWith(called(`await look({}); return await dear({})`));
    expect((await org.row(turnId)).state).toBe('awaiting_approval');
    const [program] = (await replays.list(org.id, turnId))!;
    expect(program).toMatchObject({ end: null, calls: [{ tool: 'look' }] });
    expect(await replays.run(org.id, turnId, '1.0')).toMatchObject({
      same: null,
      replay: { ok: false, errorCode: 'UNANSWERED' },
    });
    expect(notes).toEqual([]);
  });

  it('are empty for another org, and for a turn without programs', async () => {
    const turnId = await turnWith(called(CODE));
    const other = await turnpike.newOrg();
    expect(await replays.list(other.id, turnId)).toBeUndefined();
    expect(await replays.run(other.id, turnId, '1.0')).toBeUndefined();
    expect(await replays.run(org.id, turnId, '2.0')).toBeUndefined();
    expect(await replays.list(org.id, await turnWith({ text: 'Fine.' }))).toEqual([]);
  });
});
