import { detectLanguage, normalizeText } from '#text';
import { type OfflineRoutine, type RoutineCall, type RoutineStep, type RoutineTurn } from '#pack-kit';

/** A turn as routines of packs see it, in which nothing was said, made or told before. */
export function routineTurn(
  text: string,
  { agent, ...more }: Partial<RoutineTurn> & Pick<RoutineTurn, 'agent'>,
): RoutineTurn {
  return {
    agent,
    message: { text, language: detectLanguage(text), normalized: normalizeText(text) },
    attached: [],
    said: [],
    replied: [],
    earlier: [],
    lastCalls: [],
    filled: () => ({}),
    calls: [],
    offered: [],
    artifacts: {},
    material: {},
    nothingFits: false,
    byStaff: false,
    known: {},
    ...more,
  };
}

/** What the first of the routines that has something to do does. */
export function firstStep(routines: readonly OfflineRoutine[], turn: RoutineTurn): RoutineStep | undefined {
  for (const routine of routines) {
    const step = routine(turn);
    if (step) return step;
  }
  return undefined;
}

/** A call that has succeeded. */
export const made = (tool: string, given: Record<string, unknown>, data: object = {}): RoutineCall => ({
  tool,
  arguments: given,
  result: { success: true, data },
});
export const reply = (step: RoutineStep | undefined) => (step && 'reply' in step ? step.reply : undefined);
export const callsOf = (step: RoutineStep | undefined) => (step && 'calls' in step ? step.calls : []);
