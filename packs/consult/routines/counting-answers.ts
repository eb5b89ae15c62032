import { normalizeText } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { OTHER_BUSINESS } from '../reading/correction.ts';
import { hourlyRateIn, lostHoursIn } from '../reading/lost-hours.ts';
import { lostOn, workAnswered } from '../reading/lost-on.ts';
import { plainText } from '../reading/numbers.ts';
import { readProfile } from '../reading/profile.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { rated, tellCounted } from './counting-losses.ts';
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
  const question = turn.replied.at(-1);
  if (agent === 'admin' || askedIn(question) === undefined) return undefined;
  // With all of it told before, another figure sets one of them right.
  if (opensTalk(question) && calls.length === 0 && wasCounted(turn)) return undefined;
  // Whose hours they are stands in any of the answers.
  if (calls.length > 0) return tellCounted({ calls, message: { ...message, text: toldInAnswers(turn).all } });
  if (!answers(turn)) return undefined;
  const { texts, all } = toldInAnswers(turn);
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
    const asked = simulateCostOfInaction.offline?.ask?.[missing];
    return asked && { reply: message.language === 'ar' ? (asked.ar ?? asked.en) : asked.en };
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

function wasCounted({ earlier }: RoutineTurn): boolean {
  return earlier.some(({ tool, result }) => tool === simulateCostOfInaction.name && result?.success);
}

function askedIn(reply = ''): Detail | undefined {
  const asked = DETAILS.find((detail) => {
    const { en = '', ar } = simulateCostOfInaction.offline?.ask?.[detail] ?? {};
    return reply.includes(en) || (ar !== undefined && reply.includes(ar));
  });
  return asked ?? (opensTalk(reply) ? 'inefficient_process' : undefined);
}

/** With this question a talk goes on, whatever it was about; what follows may answer it, or be about anything. */
const OPENING = {
  en: 'Which work takes your team the most time?',
  ar: 'ما العمل الذي يستهلك أكبر وقت من فريقكم؟',
};

function opensTalk(reply = ''): boolean {
  return reply.includes(OPENING.en) || reply.includes(OPENING.ar);
}

const MAX_WORDS_OF_WORK = 8;
/** A request, a question, a reaction, or what somebody is or wants: no work is named so. */
const NAMES_NO_WORK =
  /^(?:(?:and|so|but|well|please|just|من فضلك) )*(?:can|could|will|would|should|do|does|did|is|are|am|what|how|when|where|who|which|why|tell|show|give|send|find|search|look|get|make|write|draft|draw|book|call|compare|explain|help|need|yes|yeah|no|nope|not|none|nothing|ok|okay|thanks|thank|hi|hello|hm+|maybe|later|stop|never|(?:i|we)(?: (?:am|are|m|re|have|ve|want|need|would|d|like|think|do not|don t|can|could|will|ll|was|were)\b)|my name|هل|ماذا|ما|كيف|متي|اين|من|كم|لماذا|اريد|نريد|نحن|انا|اكتب|ارسل|احجز|ابحث|اعرض|نعم|لا|شكرا|ربما)(?!\p{L})/u;
/** A sentence of its own says something of its subject. */
const IS_SENTENCE = /(?<!^(?:it|that|mostly) )\b(?:is|are|was|were|can|will|would|should|has|had)\b/u;

/** A few words that name a work, behind a question that anything may follow. */
function namesWork(text: string): boolean {
  const normalized = normalizeText(text);
  const { painPoint: _work, ...others } = readProfile(text);
  return (
    !/[?؟@]/.test(text) &&
    normalized.split(' ').length <= MAX_WORDS_OF_WORK &&
    !NAMES_NO_WORK.test(normalized) &&
    !IS_SENTENCE.test(normalized) &&
    !objects({ normalized }) &&
    Object.keys(others).length === 0
  );
}

/** It tells one of the three, and nothing of something else. */
function answers(turn: RoutineTurn): boolean {
  const { message, said, replied, smallTalk } = turn;
  const { text, normalized } = message;
  if (/[?؟]/.test(text) || smallTalk !== undefined || objects(message) || OTHER_BUSINESS.test(normalized))
    return false;
  if (normalized.split(' ').length > MAX_WORDS) return false;
  const { hoursPerWeek, people } = lostHoursIn(counted(text, askedIn(replied.at(-1)), said.join(', ')));
  const work = workOf(turn, said.length);
  // How many work there tells who they are, where nothing was asked but how to go on.
  if (opensTalk(replied.at(-1))) return hoursPerWeek !== undefined || work !== undefined;
  // A rate alone belongs to what was counted.
  const rate = wasCounted(turn) ? undefined : hourlyRateIn(text);
  return [rate, hoursPerWeek, people, work].some((told) => told !== undefined);
}

/** The work that the message at `at` names, the running one the last; a bare answer names it where it was asked for. */
function workOf({ said, message, replied, nothingFits }: RoutineTurn, at: number): string | undefined {
  const text = said[at] ?? message.text;
  const asked = replied[at - 1];
  const told = lostOn(text);
  if (told !== undefined || askedIn(asked) !== 'inefficient_process') return told;
  if (opensTalk(asked)) {
    // It was taken for an answer where something else of the loss was asked for next.
    const next = at < said.length ? askedIn(replied[at]) : undefined;
    const isTaken = at < said.length ? next !== undefined && !opensTalk(replied[at]) : nothingFits;
    if (!isTaken || !namesWork(text)) return undefined;
  }
  return workAnswered(text);
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
export function toldOfLoss(turn: RoutineTurn): Partial<Record<Detail, string | number>> {
  const { said, replied, message, known } = turn;
  const told = [...said, message.text].map((text, index) => {
    const asked = index === 0 ? undefined : askedIn(replied[index - 1]);
    const { hoursPerWeek, people } = lostHoursIn(counted(text, asked, said.slice(0, index).join(', ')));
    const work = /[?؟]/.test(text) ? lostOn(text) : (workOf(turn, index) ?? readProfile(text).painPoint);
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

/** The one thing that is asked next for a loss: the work first; undefined where nothing is missing. */
export function stillAsked(turn: RoutineTurn): string | undefined {
  const told = toldOfLoss(turn);
  const missing = DETAILS.find((detail) => told[detail] === undefined);
  if (!missing) return undefined;
  const language = turn.message.language === 'ar' ? 'ar' : 'en';
  if (missing === 'inefficient_process' && told.hours_wasted_per_week === undefined) return OPENING[language];
  const question = simulateCostOfInaction.offline?.ask?.[missing];
  return question?.[language] ?? question?.en;
}

/** What the messages since the first of the questions tell, with the one that led to it; `all` of it in one text. */
function toldInAnswers(turn: RoutineTurn) {
  const { said, replied, message } = turn;
  const first = replied.findLastIndex((_, at) => askedIn(replied[at - 1]) === undefined);
  const texts = [...said, message.text].slice(first).map((text, index, all) => {
    const asked = index === 0 ? undefined : askedIn(replied[first + index - 1]);
    const told = counted(text, asked, all.slice(0, index).join(', '));
    const { hoursPerWeek, people } = lostHoursIn(told);
    const isOfPeople = index > 0 && people !== undefined && hoursPerWeek === undefined;
    return { text: told, own: workOf(turn, first + index), isOfPeople };
  });
  // "My team spends 30 hours a week": how many they are, told when asked for it, is not the subject of losing.
  const isOfTeam = lostHoursIn(texts[0]?.text ?? '').hoursPerWeek !== undefined;
  const all = texts
    .toSorted((one, other) => (isOfTeam ? Number(other.isOfPeople) - Number(one.isOfPeople) : 0))
    .map(({ text }) => text)
    .join(', ');
  return { texts, all };
}
