import type { OfflineRoutine, RoutineTurn } from '#tools';
import { hourlyRateIn, lostHoursIn } from '../reading/lost-hours.ts';
import { lostOn, workAnswered } from '../reading/lost-on.ts';
import { plainText } from '../reading/numbers.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { OTHER_BUSINESS, tellCounted } from './counting-losses.ts';
import { objects } from './objections.ts';

type Detail = 'inefficient_process' | 'hours_wasted_per_week' | 'team_size';
const DETAILS: readonly Detail[] = ['inefficient_process', 'hours_wasted_per_week', 'team_size'];
const MAX_WORDS = 16;
/** "6", "about five": a number without what it counts. */
const BARE_NUMBER =
  /^(?:(?:about|around|roughly|some|maybe|only|just|probably|i think|حوالي|تقريبا|نحو|فقط)\s+)*(\d[\d.,]*)(?:\s+(?:or so|i think|maybe|each|تقريبا|فقط))?$/u;

/**
 * The questions for work, hours and people are answered in any order: "six hours a week each" tells hours, whichever of
 * them was asked for. What is still missing is asked for; with all three the loss is worked out.
 */
export const takeAnswersOfLoss: OfflineRoutine = (turn) => {
  const { agent, calls, message } = turn;
  if (agent === 'admin' || askedIn(turn.replied.at(-1)) === undefined) return undefined;
  if (calls.length > 0) return tellCounted(turn);
  if (!answers(turn)) return undefined;
  const texts = chain(turn);
  const all = texts.map(({ text }) => text).join(', ');
  const lost = lostHoursIn(all);
  const work =
    texts.map(({ own }) => own).find((one) => one !== undefined) ??
    turn.said.map(lostOn).findLast((one) => one !== undefined);
  const rate = hourlyRateIn(all);
  const known: Partial<Record<Detail, unknown>> = {
    inefficient_process: work ?? turn.known.painPoint,
    hours_wasted_per_week: lost.hoursPerWeek,
    team_size: lost.people,
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
        arguments: { ...known, ...(rate !== undefined && { hourly_rate: rate }) },
      },
    ],
  };
};

function askedIn(reply = ''): Detail | undefined {
  return DETAILS.find((detail) => {
    const { en = '', ar } = simulateCostOfInaction.offline?.ask?.[detail] ?? {};
    return reply.includes(en) || (ar !== undefined && reply.includes(ar));
  });
}

/** It tells one of the three, and nothing of something else. */
function answers(turn: RoutineTurn): boolean {
  const { message, replied, smallTalk } = turn;
  const { text, normalized } = message;
  if (/[?؟]/.test(text) || smallTalk !== undefined || objects(message) || OTHER_BUSINESS.test(normalized))
    return false;
  if (normalized.split(' ').length > MAX_WORDS) return false;
  return [hourlyRateIn(text), ...detailsOf(text, askedIn(replied.at(-1)))].some((told) => told !== undefined);
}

function detailsOf(text: string, asked: Detail | undefined) {
  const { hoursPerWeek, people } = lostHoursIn(counted(text, asked));
  return [hoursPerWeek, people, workOf(text, asked)];
}

/** The work that a message names; a bare answer names it where it was asked for. */
function workOf(text: string, asked: Detail | undefined): string | undefined {
  return lostOn(text) ?? (asked === 'inefficient_process' ? workAnswered(text) : undefined);
}

/** A bare number counts what was asked for. */
function counted(text: string, asked: Detail | undefined): string {
  const plain = plainText(text)
    .replace(/[.!,،\s]+$/u, '')
    .trim();
  if (!BARE_NUMBER.test(plain)) return text;
  if (asked === 'team_size') return `${plain} people`;
  return asked === 'hours_wasted_per_week' ? `${plain} hours a week` : text;
}

/** The messages since the first of the questions, and the one that led to it. */
function chain(turn: RoutineTurn): { text: string; own: string | undefined }[] {
  const { said, replied, message } = turn;
  const first = replied.findLastIndex((_, at) => askedIn(replied[at - 1]) === undefined);
  return [...said, message.text].slice(first).map((text, index) => {
    const asked = index === 0 ? undefined : askedIn(replied[first + index - 1]);
    return { text: counted(text, asked), own: workOf(text, asked) };
  });
}
