import type { RoutineCall, RoutineStep } from '#pack-kit';
import type { MadeCall } from './conversation/conversation.ts';
import { lastMessage } from './conversation/message.ts';
import type { Situation } from './situation.ts';

/** The next step of the first routine of the turn's pack that has a permitted one; otherwise undefined. */
export function routineStep(situation: Situation): RoutineStep | undefined {
  const { exchanges, facts, hints, tools } = situation;
  const routines = hints.routines?.(facts.pack) ?? [];
  if (routines.length === 0) return undefined;
  const turn = {
    agent: facts.agent,
    message: lastMessage(exchanges),
    calls: (exchanges.at(-1)?.calls ?? []).map(routineCall),
    offered: tools.map(({ name }) => name),
    artifacts: facts.artifacts ?? {},
    material: facts.material ?? {},
  };
  for (const routine of routines) {
    const step = routine(turn);
    if (!step) continue;
    if ('reply' in step) return step;
    const allowed = step.calls.filter(({ tool }) => turn.offered.includes(tool));
    if (allowed.length > 0) return { calls: allowed };
  }
  return undefined;
}

function routineCall({ call, result }: MadeCall): RoutineCall {
  return { tool: call.name, arguments: call.arguments, result };
}
