import type { Program } from '../program.ts';
import { Sandbox } from '../sandbox.ts';
import { programOf } from './run-fixture.ts';

/** Starts a sandbox for the tests of the surrounding suite. */
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
