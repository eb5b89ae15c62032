import type { BrokerSelection } from '#broker';
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
 * @param selection the offered tools, with the broker's ranking if it narrowed them.
 */
export async function offerPrograms(
  ports: TurnPorts,
  turn: ScopedTurn,
  selection: BrokerSelection,
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
  const names = mostLikelyFirst(selection, agent.tools);
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

/**
 * The offered tools: those that the agent lists and the broker offers whatever is said, then those that it ranked. While the
 * offered tools stay the same, so does their order, because providers cache the beginning of a prompt.
 */
function mostLikelyFirst(
  { offered, ranking, outcome }: BrokerSelection,
  listed: readonly string[],
): string[] {
  const ranked = outcome === 'narrowed' ? ranking : [];
  const order = [...listed.filter((name) => !ranked.includes(name)), ...ranked];
  const places = new Map(order.map((name, place) => [name, place]));
  const placeOf = (name: string) => places.get(name) ?? places.size;
  const names = offered.map(({ registered }) => registered.tool.name);
  return names.toSorted((one, other) => placeOf(one) - placeOf(other));
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
