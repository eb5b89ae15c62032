import type { BrokerSelection } from '#broker';
import { wholeNumberSetting, type OrgSettings } from '#identity';
import type { ModelTool } from '#models';
import { effectiveLimits } from '#sandbox';
import { describeTool, programTools, RUN_PROGRAM, TOOL_SEARCH, type ScopedTool } from '#tools';
import type { BrokeredTurn, ScopedTurn, TurnPorts } from '../turn-context.ts';
import { programPrompt } from './program-prompt.ts';
import type { TurnPrograms } from './turn-programs.ts';

/**
 * The programs of the agent, if it has any and the org's flag allows them; null otherwise. A replay uses the same as the
 * earlier run.
 *
 * @param selection the offered tools, and the broker's ranking if it made one. Otherwise the agent names its most likely tools
 * first.
 */
export async function offerPrograms(
  ports: TurnPorts,
  turn: ScopedTurn,
  { offered, ranking }: Pick<BrokerSelection, 'offered' | 'ranking'>,
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
  const places = new Map([...new Set([...ranking, ...agent.tools])].map((name, place) => [name, place]));
  const placeOf = ({ registered }: ScopedTool) => places.get(registered.tool.name) ?? places.size;
  const names = offered.toSorted((one, other) => placeOf(one) - placeOf(other)).map(nameOf);
  const signable = names.flatMap((name) => (name === TOOL_SEARCH ? [] : (callable.get(name) ?? [])));
  const { prompt, signed } = await programPrompt({
    signable,
    callable,
    to: turn.caller,
    limits,
    maxTokens,
    timezone: turn.caller.timezone,
    hasSearch: names.includes(TOOL_SEARCH),
  });
  const functions = signable
    .filter(({ tool }) => signed.has(tool.name))
    .map((registered) => describeTool(registered, turn.caller));
  return { callable, signed, functions, prompt, limits };
}

const nameOf = ({ registered }: ScopedTool) => registered.tool.name;

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
