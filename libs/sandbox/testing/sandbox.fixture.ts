import type { Program } from '../program.ts';
import { Sandbox } from '../sandbox.ts';
import { programOf } from './run-fixture.ts';

/** A sandbox that runs while the tests of the suite around it do. */
export function useSandbox(threads = 1) {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await Sandbox.start({ threads });
  });
  afterAll(() => sandbox.stop());
  return {
    run: (program: Program) => sandbox.run(program),
    runCode: (code: string, more?: Partial<Program>) => sandbox.run(programOf(code, more)),
    killedThreads: () => sandbox.killedThreads,
  };
}
