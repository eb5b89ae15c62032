import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import { languageOf } from '../../tools/wording.ts';
import { figuresTold, leftOutTold, toldBy, unionOf } from './figures-told.ts';
import { withoutLine } from './message-without-left-out.ts';
import { FIGURES, partsOf, placeKnown } from './parts-left-out.ts';

const MOST_CALLS = 15;

/**
 * A routine that goes on from figures, where something was left out of those: it sees them as they were told, and what
 * it asks for is told without the same: "compare it with Reem" and "over the years?" behind "sales in Yas without land".
 */
export function keepingLeftOut(routine: OfflineRoutine): OfflineRoutine {
  return (turn) => {
    const left = leftOutTold(turn);
    if (!left) return routine(turn);
    const { message, said, calls, lastCalls } = turn;
    const made = toldBy(calls, said);
    const going: RoutineTurn = {
      ...turn,
      earlier: figuresTold(turn).map(({ call }) => call),
      lastCalls: toldBy(lastCalls, said).map(({ call }) => call),
      calls: made.map(({ call }) => call),
    };
    const step = routine(going);
    if (!step) return undefined;
    const afresh = routine({ ...going, said: [], earlier: [], lastCalls: [] });
    const goesOn = JSON.stringify(step) !== JSON.stringify(afresh);
    if ('reply' in step) {
      const isWithout = calls.length === 0 && goesOn ? left : unionOf(made);
      const lines = [...(isWithout ? [withoutLine(isWithout, languageOf(message))] : []), step.reply];
      return { ...step, reply: lines.join('\n') };
    }
    const asked = step.calls.flatMap((call) => {
      if (!FIGURES.some(({ name }) => name === call.tool)) return [call];
      const { minus, plus } = partsOf(call, left, left.places.map(placeKnown));
      return [call, ...minus, ...plus];
    });
    return goesOn && asked.length <= MOST_CALLS ? { calls: asked } : step;
  };
}
