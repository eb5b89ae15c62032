import type { OfflineRoutine, RoutineTurn } from '#tools';
import { hourlyRateIn, lostHoursIn } from '../reading/lost-hours.ts';
import { lostOn, workAnswered } from '../reading/lost-on.ts';
import { plainText } from '../reading/numbers.ts';
import { readProfile } from '../reading/profile.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { OTHER_BUSINESS, rated, tellCounted } from './counting-losses.ts';
import { objects } from '../reading/objection.ts';

type Detail = 'inefficient_process' | 'hours_wasted_per_week' | 'team_size';
const DETAILS: readonly Detail[] = ['inefficient_process', 'hours_wasted_per_week', 'team_size'];
const MAX_WORDS = 16;
/** "6", "about five": a number without what it counts. */
const BARE_NUMBER =
  /^(?:(?:about|around|roughly|some|maybe|only|just|probably|i think|حوالي|تقريبا|نحو|فقط)\s+)*(\d[\d.,]*)(?:\s+(?:or so|i think|maybe|each|تقريبا|فقط))?$/u;

/** "Just her", "only me". */
const ONE_PERSON =
  /^(?:(?:it is|it's|that is|that's|only|just|mostly|هو|هي|فقط)\s+)*(?:her|him|me|myself|she|he|one person|a single person|هي|هو|انا|شخص واحد)(?:\s+(?:alone|only|فقط|وحد\p{L}+))?$/u;

/**
 * The questions for work, hours and people are answered in any order: "six hours a week each" tells hours, whichever of
 * them was asked for. What is still missing is asked for; with all three the loss is worked out.
 */
export const takeAnswersOfLoss: OfflineRoutine = (turn) => {
  const { agent, calls, message } = turn;
  if (agent === 'admin' || (askedIn(turn.replied.at(-1)) === undefined && !answersAll(turn)))
    return undefined;
  if (calls.length > 0) return tellCounted(turn);
  if (!answers(turn)) return undefined;
  const texts = chain(turn);
  // "My team spends 30 hours a week": how many they are, told when asked for it, is not the subject of losing.
  const isOfTeam = lostHoursIn(texts[0]?.text ?? '').hoursPerWeek !== undefined;
  const all = texts
    .toSorted((one, other) => (isOfTeam ? Number(other.isOfPeople) - Number(one.isOfPeople) : 0))
    .map(({ text }) => text)
    .join(', ');
  const lost = lostHoursIn(all);
  const work =
    texts.map(({ own }) => own).find((one) => one !== undefined) ??
    lostOn(texts.map(({ text }) => text).join(', ')) ??
    turn.said.map((text) => lostOn(text) ?? readProfile(text).painPoint).findLast((one) => one !== undefined);
  const before = toldOfLoss(turn);
  const rate = hourlyRateIn(all);
  const known: Partial<Record<Detail, unknown>> = {
    inefficient_process: work ?? turn.known.painPoint,
    hours_wasted_per_week: lost.hoursPerWeek ?? before.hours_wasted_per_week,
    team_size: lost.people ?? before.team_size,
  };
  const missing = DETAILS.find((detail) => known[detail] === undefined);
  if (missing) {
    const question = simulateCostOfInaction.offline?.ask?.[missing];
    return question && { reply: message.language === 'ar' ? (question.ar ?? question.en) : question.en };
  }
  return {
    calls: [
      {
        tool: simulateCostOfInaction.name,
        arguments: { ...known, ...rated(rate) },
      },
    ],
  };
};

/** Asked for all of it at once, as the talk goes on: "how many hours a week, and how many people do it?" */
const ASKS_ALL =
  /how many hours a week\b[^.?!]*how many people|which work takes the most time, and how many|ما العمل الذي يستهلك أكبر وقت، وكم|كم ساعة (?:أسبوعيا|يخسرها فريقكم أسبوعيا)[^.؟]*كم شخصا/iu;

/** The question for all of it is answered by hours that are told with their unit; less may be about anything. */
function answersAll({ message, replied, earlier }: RoutineTurn): boolean {
  const isCounted = earlier.some(
    ({ tool, result }) => tool === simulateCostOfInaction.name && result?.success,
  );
  const tells = lostHoursIn(message.text).hoursPerWeek !== undefined;
  return !isCounted && tells && ASKS_ALL.test(replied.at(-1) ?? '');
}

function asksForLoss(reply = ''): boolean {
  return askedIn(reply) !== undefined || ASKS_ALL.test(reply);
}

function askedIn(reply = ''): Detail | undefined {
  return DETAILS.find((detail) => {
    const { en = '', ar } = simulateCostOfInaction.offline?.ask?.[detail] ?? {};
    return reply.includes(en) || (ar !== undefined && reply.includes(ar));
  });
}

/** It tells one of the three, and nothing of something else. */
function answers(turn: RoutineTurn): boolean {
  const { message, said, replied, smallTalk } = turn;
  const { text, normalized } = message;
  if (/[?؟]/.test(text) || smallTalk !== undefined || objects(message) || OTHER_BUSINESS.test(normalized))
    return false;
  if (normalized.split(' ').length > MAX_WORDS) return false;
  return [hourlyRateIn(text), ...detailsOf(text, askedIn(replied.at(-1)), said.join(', '))].some(
    (told) => told !== undefined,
  );
}

function detailsOf(text: string, asked: Detail | undefined, before: string) {
  const { hoursPerWeek, people } = lostHoursIn(counted(text, asked, before));
  return [hoursPerWeek, people, workOf(text, asked)];
}

/** The work that a message names; a bare answer names it where it was asked for. */
function workOf(text: string, asked: Detail | undefined): string | undefined {
  return lostOn(text) ?? (asked === 'inefficient_process' ? workAnswered(text) : undefined);
}

/** A bare number counts what was asked for; where the work was, what is still missing. */
function counted(text: string, asked: Detail | undefined, before: string): string {
  const plain = plainText(text)
    .replace(/[.!,،\s]+$/u, '')
    .trim();
  if (asked === 'team_size' && ONE_PERSON.test(plain)) return `${text}, 1 people`;
  if (!BARE_NUMBER.test(plain)) return text;
  const known = asked === 'inefficient_process' ? lostHoursIn(before) : {};
  const counts =
    known.hoursPerWeek !== undefined && known.people === undefined
      ? 'team_size'
      : known.people !== undefined && known.hoursPerWeek === undefined
        ? 'hours_wasted_per_week'
        : asked;
  if (counts === 'team_size') return `${plain} people`;
  return counts === 'hours_wasted_per_week' ? `${plain} hours a week` : text;
}

/** What was told of a loss so far, wherever in the talk: a bare answer counts by the question before it. */
export function toldOfLoss({
  said,
  replied,
  message,
  known,
}: RoutineTurn): Partial<Record<Detail, string | number>> {
  const told = [...said, message.text].map((text, index) => {
    const asked = index === 0 ? undefined : askedIn(replied[index - 1]);
    const { hoursPerWeek, people } = lostHoursIn(counted(text, asked, said.slice(0, index).join(', ')));
    const work = /[?؟]/.test(text) ? lostOn(text) : (workOf(text, asked) ?? readProfile(text).painPoint);
    return { work, hoursPerWeek, people };
  });
  const work =
    told.findLast((one) => one.work !== undefined)?.work ??
    (typeof known.painPoint === 'string' ? known.painPoint : undefined);
  const hours = told.findLast(({ hoursPerWeek }) => hoursPerWeek !== undefined)?.hoursPerWeek;
  const people = told.findLast((one) => one.people !== undefined)?.people;
  return {
    ...(work !== undefined && { inefficient_process: work }),
    ...(hours !== undefined && { hours_wasted_per_week: hours }),
    ...(people !== undefined && { team_size: people }),
  };
}

const ASKED: Record<'en' | 'ar', Record<Detail, string>> = {
  en: {
    inefficient_process: 'which work takes the most time',
    hours_wasted_per_week: 'how many hours a week does that take',
    team_size: 'how many people do it',
  },
  ar: {
    inefficient_process: 'ما العمل الذي يستهلك أكبر وقت',
    hours_wasted_per_week: 'كم ساعة أسبوعيا يأخذ ذلك',
    team_size: 'كم شخصا يقوم به',
  },
};

/** What is left to ask for a loss: the words for it where nothing was told, a question for the rest, or nothing. */
export function stillAsked<Words>(turn: RoutineTurn, asAll: Words): Words | string | undefined {
  const told = toldOfLoss(turn);
  const missing = DETAILS.filter((detail) => told[detail] === undefined);
  const [first, second] = missing;
  const language = turn.message.language === 'ar' ? 'ar' : 'en';
  if (missing.length === DETAILS.length) return asAll;
  if (!first) return undefined;
  if (!second) {
    const question = simulateCostOfInaction.offline?.ask?.[first];
    return question?.[language] ?? question?.en;
  }
  const [one, other] = [ASKED[language][first], ASKED[language][second]];
  return language === 'ar'
    ? `${one}، و${other}؟`
    : `${one.charAt(0).toUpperCase()}${one.slice(1)}, and ${other}?`;
}

/** The messages since the first of the questions, and the one that led to it. */
function chain(turn: RoutineTurn): { text: string; own: string | undefined; isOfPeople: boolean }[] {
  const { said, replied, message } = turn;
  const first = replied.findLastIndex((_, at) => !asksForLoss(replied[at - 1]));
  const all = [...said, message.text].slice(first);
  return all.map((text, index) => {
    const asked = index === 0 ? undefined : askedIn(replied[first + index - 1]);
    const told = counted(text, asked, all.slice(0, index).join(', '));
    const { hoursPerWeek, people } = lostHoursIn(told);
    const isOfPeople = index > 0 && people !== undefined && hoursPerWeek === undefined;
    return { text: told, own: workOf(text, asked), isOfPeople };
  });
}
