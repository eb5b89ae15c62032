import type { RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import type { GenerateRequest, ModelTool } from '#models';
import type { Exchange, MadeCall } from './conversation.ts';
import { pickedId } from './earlier-item.ts';
import { fillArguments } from './fill/fill-arguments.ts';
import { placeInList } from './fill/ordinals.ts';
import type { OfflineHints } from './hints.ts';
import { lastMessage } from './message.ts';
import { smallTalkOf } from './small-talk.ts';
import { sourcesFor } from './situation.ts';

/** What the model knows of the turn before it asks the routines. */
interface RoutineSituation {
  tools: readonly ModelTool[];
  nothingFits?: boolean;
  heldBack?: string | undefined;
}

/** The step that a routine of the turn's pack takes; undefined where none has one, or one that may not be taken. */
export function routineStep(
  request: GenerateRequest,
  exchanges: readonly Exchange[],
  hints: OfflineHints,
  { tools, nothingFits = false, heldBack }: RoutineSituation,
): RoutineStep | undefined {
  const routines = hints.routines?.(request.facts.pack) ?? [];
  if (routines.length === 0) return undefined;
  const turn = { ...routineTurn(request, exchanges, tools, hints), nothingFits, heldBack };
  for (const routine of routines) {
    const step = routine(turn);
    if (!step) continue;
    if ('reply' in step) return step;
    const allowed = step.calls.filter(({ tool }) => turn.offered.includes(tool));
    if (allowed.length > 0) return { calls: allowed };
  }
  return undefined;
}

function routineTurn(
  { facts }: GenerateRequest,
  exchanges: readonly Exchange[],
  tools: readonly ModelTool[],
  hints: OfflineHints,
): Omit<RoutineTurn, 'nothingFits' | 'heldBack'> {
  const current = exchanges.at(-1);
  const message = lastMessage(exchanges);
  const before = exchanges.slice(0, -1);
  return {
    agent: facts.agent,
    message,
    smallTalk: smallTalkOf(message),
    attached: facts.attached ?? [],
    said: before.map(({ text }) => text),
    replied: before.map(({ reply }) => reply),
    earlier: before.flatMap(({ calls }) => calls.map(routineCall)),
    lastCalls: (before.findLast(({ calls }) => calls.length > 0)?.calls ?? []).map(routineCall),
    picked: pickedId(message, before),
    place: placeInList(message.words),
    filled: (name) => {
      const tool = tools.find((offered) => offered.name === name);
      const sources = sourcesFor({ exchanges, hints, facts }, message);
      return tool ? fillArguments(tool, hints.tool(name), sources).arguments : {};
    },
    calls: (current?.calls ?? []).map(routineCall),
    offered: tools.map(({ name }) => name),
    artifacts: facts.artifacts ?? {},
    material: facts.material ?? {},
    byStaff: facts.userId !== null,
    known: facts.known ?? {},
  };
}

function routineCall({ call, result }: MadeCall): RoutineCall {
  return { tool: call.name, arguments: call.arguments, result };
}
