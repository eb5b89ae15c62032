import { wholeNumberSetting, type OrgSettings } from '#identity';
import type { ModelTool } from '#models';
import { effectiveLimits } from '#sandbox';
import { describeTool, programTools, RUN_PROGRAM, TOOL_SEARCH } from '#tools';
import type { BrokeredTurn, ScopedTurn, TurnPorts } from '../turn-context.ts';
import { programPrompt } from './program-prompt.ts';
import type { TurnPrograms } from './turn-programs.ts';

/**
 * The programs of the agent, if it has any and the org's flag allows them; null otherwise. A replay uses the same as the
 * earlier run.
 *
 * @param offered names of the tools that the broker chose, best first.
 */
export async function offerPrograms(
  ports: TurnPorts,
  turn: ScopedTurn,
  offered: readonly string[],
  before: { programs: boolean } | undefined,
): Promise<TurnPrograms | null> {
  const { agent } = turn.agent;
  const isOn =
    before?.programs ?? (agent.programs === true && (await ports.flags.isOn('ptc', turn.flagContext)));
  if (!isOn) return null;
  const callable = new Map(programTools(turn.scope, agent).map((entry) => [entry.tool.name, entry]));
  if (callable.size === 0) return null;
  const limits = effectiveLimits(programLimits(turn.settings));
  const maxTokens = wholeNumberSetting(turn.settings, 'PROGRAM_PROMPT_TOKENS');
  // Tools found by tool_search join the offered tools, so the model calls it outside of programs.
  const signable = offered.flatMap((name) => (name === TOOL_SEARCH ? [] : (callable.get(name) ?? [])));
  const { prompt, signed } = await programPrompt({
    signable,
    callable,
    to: turn.caller,
    limits,
    maxTokens,
    timezone: turn.caller.timezone,
    hasSearch: offered.includes(TOOL_SEARCH),
  });
  const functions = signable
    .filter(({ tool }) => signed.has(tool.name))
    .map((registered) => describeTool(registered, turn.caller));
  return { callable, signed, functions, prompt, limits };
}

/** The limits of a program that the org sets. */
export function programLimits(settings: OrgSettings) {
  return {
    wallMs: wholeNumberSetting(settings, 'PROGRAM_WALL_MS'),
    cpuMs: wholeNumberSetting(settings, 'PROGRAM_CPU_MS'),
    toolCalls: wholeNumberSetting(settings, 'PROGRAM_TOOL_CALLS'),
  };
}

const runProgram: ModelTool = {
  name: RUN_PROGRAM,
  description: 'Runs JavaScript with the functions of programs and returns its result.',
  parameters: {
    type: 'object',
    properties: { code: { type: 'string', description: 'The program.' } },
    required: ['code'],
    additionalProperties: false,
  },
};

/** The tools whose schemas the model receives: all offered tools except those that programs call. */
export function schemaTools({ programs, tools }: Pick<BrokeredTurn, 'programs' | 'tools'>): ModelTool[] {
  if (!programs) return tools.tools;
  return [...tools.tools.filter(({ name }) => !programs.signed.has(name)), runProgram];
}
