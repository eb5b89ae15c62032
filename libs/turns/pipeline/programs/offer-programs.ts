import { wholeNumberSetting } from '#identity';
import type { ModelTool } from '#models';
import { effectiveLimits } from '#sandbox';
import { described, programTools, RUN_PROGRAM, TOOL_SEARCH } from '#tools';
import type { BrokeredTurn, ScopedTurn, TurnPorts } from '../turn-context.ts';
import { programPrompt } from './program-prompt.ts';
import type { TurnPrograms } from './turn-programs.ts';

/**
 * Programs for an agent that has them, where the org's flag allows; null otherwise. A replay has them as the run before.
 *
 * @param offered names of what the broker chose, best first.
 */
export async function offerPrograms(
  ports: TurnPorts,
  turn: ScopedTurn,
  offered: readonly string[],
  before: { programs?: boolean } | undefined,
): Promise<TurnPrograms | null> {
  const { agent } = turn.agent;
  const flagContext = { orgId: turn.org.id, conversationId: turn.row.conversationId };
  const isOn = before
    ? before.programs === true
    : agent.programs === true && (await ports.flags.isOn('ptc', flagContext));
  if (!isOn) return null;
  const callable = new Map(programTools(turn.scope, agent).map((entry) => [entry.tool.name, entry]));
  if (callable.size === 0) return null;
  const limits = effectiveLimits({
    wallMs: wholeNumberSetting(turn.settings, 'PROGRAM_WALL_MS'),
    cpuMs: wholeNumberSetting(turn.settings, 'PROGRAM_CPU_MS'),
    toolCalls: wholeNumberSetting(turn.settings, 'PROGRAM_TOOL_CALLS'),
  });
  const maxTokens = wholeNumberSetting(turn.settings, 'PROGRAM_PROMPT_TOKENS');
  // What tool_search finds joins the offered tools, so it is called where the model sees that.
  const told = offered.flatMap((name) => (name === TOOL_SEARCH ? [] : (callable.get(name) ?? [])));
  const { prompt, signed } = await programPrompt({
    told,
    callable,
    to: turn.caller,
    limits,
    maxTokens,
    hasSearch: offered.includes(TOOL_SEARCH),
  });
  const functions = told
    .filter(({ tool }) => signed.has(tool.name))
    .map((registered) => described(registered, turn.caller));
  return { callable, signed, functions, prompt, limits };
}

const runProgram: ModelTool = {
  name: RUN_PROGRAM,
  description: 'Runs a JavaScript program over the functions of programs and gives what it returns.',
  parameters: {
    type: 'object',
    properties: { code: { type: 'string', description: 'Body of an async function.' } },
    required: ['code'],
    additionalProperties: false,
  },
};

/** The tools that the model is sent schemas of: without those that it calls in programs. */
export function toldTools({ programs, tools }: Pick<BrokeredTurn, 'programs' | 'tools'>): ModelTool[] {
  if (!programs) return tools.tools;
  return [...tools.tools.filter(({ name }) => !programs.signed.has(name)), runProgram];
}
