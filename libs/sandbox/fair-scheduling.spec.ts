import { eventually } from '../../test/harness/eventually.ts';
import type { ToolAnswer } from './program.ts';
import { Sandbox } from './sandbox.ts';
import { INNOCENT, INNOCENT_VALUE, programOf } from './testing/run-fixture.ts';

describe('the slots of a sandbox', () => {
  let sandbox: Sandbox;
  let answerAll: (() => void)[];
  let begun: string[];

  beforeEach(async () => {
    sandbox = await Sandbox.start({ threads: 1, programsPerThread: 8 });
    answerAll = [];
    begun = [];
  });
  afterEach(() => sandbox.stop());

  /** Programs that occupy their slot until their call is answered. */
  function waitingPrograms(orgId: string, count: number): Promise<unknown>[] {
    const call = (): Promise<ToolAnswer> =>
      new Promise((resolve) => {
        begun.push(orgId);
        answerAll.push(() => resolve({ ok: true, value: 1 }));
      });
    return Array.from({ length: count }, () =>
      sandbox.run(programOf('return await read_thing({})', { orgId, call })),
    );
  }

  it('keep a quarter for orgs without a running program', async () => {
    const many = waitingPrograms('many', 10);
    await eventually(async () => expect(begun).toHaveLength(6));
    const innocent = await sandbox.run(programOf(INNOCENT, { orgId: 'innocent' }));
    expect(innocent).toMatchObject({ ok: true, value: INNOCENT_VALUE });
    expect(begun).toHaveLength(6);
    await eventually(async () => {
      for (const answer of answerAll.splice(0)) answer();
      expect(begun).toHaveLength(10);
    });
    for (const answer of answerAll.splice(0)) answer();
    await Promise.all(many);
  });

  it('go to the org with the fewest running programs, regardless of arrival', async () => {
    const all = [...waitingPrograms('many', 10), ...waitingPrograms('few', 3)];
    await eventually(async () => expect(begun).toEqual([...Array<string>(6).fill('many'), 'few']));
    for (const answer of answerAll.splice(0, 2)) answer();
    await eventually(async () => expect(begun.slice(7)).toEqual(['few']));
    await eventually(async () => {
      for (const answer of answerAll.splice(0)) answer();
      expect(begun).toHaveLength(13);
    });
    for (const answer of answerAll.splice(0)) answer();
    await Promise.all(all);
  });
});
