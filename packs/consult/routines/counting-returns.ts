import { normalizeText } from '#text';
import { type OfflineMessage, type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { correctsSaving } from '../reading/correction.ts';
import { hoursOf } from '../reading/lost-hours.ts';
import { lostOn } from '../reading/lost-on.ts';
import { peopleIn } from '../reading/people.ts';
import { hoursPerYear, savedHoursIn, withPeriodBefore, type SavedHours } from '../reading/saved-hours.ts';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';

const MAX_WORDS_OF_A_CORRECTION = 16;

/**
 * "Make it 15 hours", "and with 20 people?": a return is worked out again with other hours. What is not said again, how
 * often and by how many, stays as it was told.
 */
export const countReturnAnew: OfflineRoutine = (turn) => {
  const { calls, agent } = turn;
  const before = lastReturn(turn);
  if (agent === 'admin' || before === undefined || before.timeSavings === undefined) return undefined;
  const saved = correctedHours(turn);
  if (!saved) return undefined;
  if (calls.length > 0) return tellReturn(turn, saved);
  return {
    calls: [
      {
        tool: calculateRoi.name,
        arguments: { ...before, ...turn.filled(calculateRoi.name), timeSavings: hoursPerYear(saved) },
      },
    ],
  };
};

/** The hours as they are after the message; undefined where it sets nothing of them right. */
function correctedHours({ message, said }: RoutineTurn): SavedHours | undefined {
  if (message.normalized.split(' ').length > MAX_WORDS_OF_A_CORRECTION) return undefined;
  if (lostOn(message.text) !== undefined || simulateCostOfInaction.offline?.applies?.(message))
    return undefined;
  const told = toldHours(said);
  const text = withPeriodBefore(message.text, said);
  const own = savedHoursIn(text);
  const people = peopleIn(message.text);
  if (!told || (!own && (people === undefined || !told.each))) return undefined;
  const asksReturn = calculateRoi.offline?.applies?.(message) ?? false;
  if (!asksReturn && !correctsSaving(message, told.people === undefined)) return undefined;
  const scope = hoursOf(text);
  // "Everybody together" ends that they are those of each.
  const each = scope === undefined ? told.each : scope === 'each';
  return { ...(own ?? told), each, people: people ?? told.people };
}

/** The arguments of the return that was worked out last, where no loss was worked out since. */
function lastReturn({ earlier }: RoutineTurn): Record<string, unknown> | undefined {
  const names: readonly string[] = [simulateCostOfInaction.name, calculateRoi.name];
  const last = earlier.findLast(({ tool, result }) => result?.success && names.includes(tool));
  return last?.tool === calculateRoi.name ? last.arguments : undefined;
}

/** The hours as the messages so far have told them, the last word counting. */
function toldHours(said: readonly string[]): SavedHours | undefined {
  return said.reduce<SavedHours | undefined>((before, text, at) => {
    const own = savedHoursIn(withPeriodBefore(text, said.slice(0, at)));
    const people = peopleIn(text) ?? before?.people;
    if (!own) return before && { ...before, people };
    const goesOn = hoursOf(text) === undefined && !asksAnew(text);
    return { ...own, people, each: own.each || (goesOn && (before?.each ?? false)) };
  }, undefined);
}

/** A question of its own begins with its own hours. */
function asksAnew(text: string): boolean {
  const message = { text, language: '', normalized: normalizeText(text) };
  return [calculateRoi, simulateCostOfInaction].some(({ offline }) => offline?.applies?.(message));
}

/** The one call of the turn in the words of its tool, as if all of it had been said at once. */
function tellReturn({ calls, message }: RoutineTurn, { hours, per, each, people }: SavedHours) {
  const [made, ...others] = calls;
  if (made?.tool !== calculateRoi.name || others.length > 0 || !made.result?.success) return undefined;
  const whose = each ? ` for each of ${people === undefined ? 'them' : `${people} people`}` : '';
  const whole: OfflineMessage = { ...message, text: `${hours} hours a ${per ?? 'year'}${whose}` };
  const { reply } = calculateRoi.offline ?? {};
  const said = (message.language === 'ar' && reply?.ar) || reply?.en;
  return said && { reply: said(made.result.data as never, made.arguments as never, whole) };
}
