import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import {
  currencyIn,
  hourlyRateIn,
  hoursOf,
  lostHoursIn,
  NOT_A_PERSON,
  type HourlyRate,
} from '../reading/lost-hours.ts';
import { OTHER_BUSINESS } from '../reading/correction.ts';
import { peopleIn } from '../reading/people.ts';
import { wishesProposal } from '../reading/wished-proposal.ts';
import { lostOn } from '../reading/lost-on.ts';
import { amountsIn, plainText } from '../reading/numbers.ts';
import { withPeriodBefore } from '../reading/saved-hours.ts';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';

type Arguments = Record<string, unknown>;

const MAX_WORDS_OF_A_CORRECTION = 16;
const MAX_WORDS_OF_A_BARE_RATE = 8;
/** More than anybody is paid an hour: an amount without a word for what it is. */
const MAX_BARE_RATE = 500;

/** "We pay 30 dollars an hour", "no, all of us together", "and with 20 people?": the loss is worked out with it. */
export const countLossAnew: OfflineRoutine = (turn) => {
  const { message, calls, earlier } = turn;
  if (turn.agent === 'admin') return undefined;
  const told = countedAgain(turn);
  if (told) return told;
  if (calls.length > 0 || message.normalized.split(' ').length > MAX_WORDS_OF_A_CORRECTION) return undefined;
  const last = earlier.findLast(
    ({ tool, result }) => result?.success && [simulateCostOfInaction.name, calculateRoi.name].includes(tool),
  );
  if (last?.tool !== simulateCostOfInaction.name || OTHER_BUSINESS.test(message.normalized)) return undefined;
  if (lostOn(message.text) !== undefined || wishesProposal(message)) return undefined;
  const changed = changesOf(turn, last.arguments);
  if (!changed) return undefined;
  return { calls: [{ tool: simulateCostOfInaction.name, arguments: { ...last.arguments, ...changed } }] };
};

/** "Each lawyer", "كل محام": of those who were told of before. */
const EACH_OF_THEM = new RegExp(
  String.raw`\b(?:each|every)\b${NOT_A_PERSON}|(?<!\p{L})كل\s+(?!يوم|أسبوع|اسبوع|شهر|سنة|تقرير)\p{L}+\s+[يت]|لكل`,
  'iu',
);

/** A loss told in full, after the visitor has told what an hour costs: that is taken up. */
export const countLossWithToldRate: OfflineRoutine = (turn) => {
  const { message, calls, said } = turn;
  if (turn.agent === 'admin') return undefined;
  if (!simulateCostOfInaction.offline?.applies?.(message)) return undefined;
  const own = hourlyRateIn(message.text);
  const rate = own ?? said.map(hourlyRateIn).findLast((one) => one !== undefined);
  const { hoursPerWeek, people: named } = lostHoursIn(message.text);
  const told = EACH_OF_THEM.test(message.text)
    ? said.map(peopleIn).findLast((one) => one !== undefined)
    : undefined;
  const people = named ?? told;
  const ownWork = lostOn(message.text);
  const work = ownWork ?? said.map(lostOn).findLast((one) => one !== undefined);
  // What stands in the message alone is left to the tool's own fills.
  if (rate === undefined && named !== undefined && ownWork !== undefined) return undefined;
  if (work === undefined || hoursPerWeek === undefined || people === undefined) return undefined;
  if (calls.length > 0) return tellCounted(turn);
  return {
    calls: [
      {
        tool: simulateCostOfInaction.name,
        arguments: {
          inefficient_process: work,
          hours_wasted_per_week: hoursPerWeek,
          team_size: people,
          ...rated(rate),
        },
      },
    ],
  };
};

/** A rate, as the tool takes it. */
export function rated(told: HourlyRate | undefined): Arguments {
  return told
    ? { hourly_rate: told.rate, ...(told.currency !== undefined && { currency: told.currency }) }
    : {};
}

/** The call that this routine has made is told by itself: the words of a correction may fit other tools. */
function countedAgain({ calls, message, earlier }: RoutineTurn) {
  const wasCounted = earlier.some(
    ({ tool, result }) => tool === simulateCostOfInaction.name && result?.success,
  );
  return wasCounted && lostOn(message.text) === undefined ? tellCounted({ calls, message }) : undefined;
}

/** The one call of the turn, in the words of its tool. */
export function tellCounted({ calls, message }: Pick<RoutineTurn, 'calls' | 'message'>) {
  const [made, ...others] = calls;
  if (made?.tool !== simulateCostOfInaction.name || others.length > 0 || !made.result?.success)
    return undefined;
  const { reply } = simulateCostOfInaction.offline ?? {};
  const said = (message.language === 'ar' && reply?.ar) || reply?.en;
  return said && { reply: said(made.result.data as never, made.arguments as never, message) };
}

/** What a correction changes of the call before; undefined where it changes nothing. */
function changesOf(
  { message: { text: written, normalized }, said }: RoutineTurn,
  before: Arguments,
): Arguments | undefined {
  const text = withPeriodBefore(written, said);
  const lost = lostHoursIn(text);
  const scope = hoursOf(text);
  const rate = hourlyRateIn(text) ?? bareRate(text, normalized);
  const [hoursBefore, peopleBefore] = [Number(before.hours_wasted_per_week), Number(before.team_size)];
  const people = lost.people ?? supposedPeople(text) ?? peopleBefore;
  const wasShared = saidTogether(said);
  const hours = (): number => {
    if (lost.hoursPerWeek !== undefined && lost.people !== undefined) return lost.hoursPerWeek;
    const told = lost.hoursPerWeek ?? (wasShared ? hoursBefore * peopleBefore : hoursBefore);
    if (scope === 'together') return told / people;
    const staysShared = wasShared && scope !== 'each' && lost.hoursPerWeek === undefined;
    return staysShared ? told / people : told;
  };
  const changed: Arguments = {
    ...(hours() !== hoursBefore && { hours_wasted_per_week: hours() }),
    ...(people !== peopleBefore && { team_size: people }),
    ...(rate !== undefined &&
      (rate.rate !== Number(before.hourly_rate) ||
        (rate.currency ?? 'USD') !== (before.currency ?? 'USD')) && {
        ...rated(rate),
        // Dollars take the place of another currency.
        ...(rate.currency === undefined && before.currency !== undefined && { currency: 'USD' }),
      }),
  };
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** "And if they were ten?", "وإذا كانوا عشرة؟": a number alone is that of the people. */
function supposedPeople(text: string): number | undefined {
  const plain = plainText(text).replace(/[\s?؟.!,،]+$/u, '');
  if (!SUPPOSES.test(plain) || hourlyRateIn(text) !== undefined) return undefined;
  return /\p{Script=Arabic}/u.test(plain) ? peopleIn(`${plain} اشخاص`) : peopleIn(`${plain} people`);
}

const SUPPOSES =
  /(?<!\p{L})(?:(?:if|were|when) (?:there|they|we|it)(?: (?:were|are|was|is)|'?re)?(?: only| just)?|(?:what|how) about(?: only| just)?|و?(?:اذا|لو) (?:كان(?:وا)?|كنا|صاروا|اصبحوا)(?: فقط)?)\s+\d+$/u;

/** Whether the hours that were told last were those of all together, as they were told or set right later. */
function saidTogether(said: readonly string[]): boolean {
  return said.reduce((shared, text) => {
    const { hoursPerWeek, people, together } = lostHoursIn(text);
    if (hoursPerWeek !== undefined && people !== undefined) return together !== undefined;
    const scope = hoursOf(text);
    return scope === undefined ? shared : scope === 'together';
  }, false);
}

/** "At 30 dollars then": after a loss was worked out, a small amount is what an hour costs. */
function bareRate(text: string, normalized: string): HourlyRate | undefined {
  if (normalized.split(' ').length > MAX_WORDS_OF_A_BARE_RATE) return undefined;
  const [only, ...others] = amountsIn(text);
  if (!only || others.length > 0 || only.value > MAX_BARE_RATE) return undefined;
  return /\b(?:a|per|each) (?:week|month|year|day)\b|monthly|yearly|شهريا|سنويا|في (?:الشهر|السنه)/.test(
    plainText(text),
  )
    ? undefined
    : { rate: only.value, ...currencyIn(text) };
}
