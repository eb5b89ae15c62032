import type { SeenStep } from '#pack-kit';

interface ProgramStep {
  outcome: { called: string[]; arguments: { code: string }; success: boolean };
}

const PROGRAMS = `SELECT outcome FROM turn_steps WHERE turn_id = $1 AND key LIKE 'tool:%' AND outcome->>'tool' = 'run_program'`;
const CALLS = `SELECT tool, step_key AS key, result->>'success' AS success FROM tool_calls WHERE turn_id = $1 AND step_key LIKE 'program:%'`;

/** Checks that the turn ran one program, of that template, whose calls were each made once. */
export const ranProgram =
  (template: string, called: string[]) =>
  async ({ rows, turnId }: SeenStep): Promise<string[]> => {
    const [program, another] = await rows<ProgramStep>(PROGRAMS, [turnId]);
    if (!program || another) return [`expected one program, found ${another ? 'several' : 'none'}`];
    const { outcome } = program;
    const made = await rows<{ tool: string; key: string; success: string }>(CALLS, [turnId]);
    const names = (tools: readonly string[]) => [...tools].sort().join();
    return [
      ...(outcome.success ? [] : ['the program failed']),
      ...(outcome.arguments.code.startsWith(`// ${template}\n`) ? [] : [`the program is not ${template}`]),
      ...(names(outcome.called) === names(called) ? [] : [`the program called ${names(outcome.called)}`]),
      ...(names(made.map(({ tool }) => tool)) === names(called)
        ? []
        : [`recorded: ${names(made.map(({ tool }) => tool))}`]),
    ];
  };
