import type { QuestionBack } from '#pack-kit';
import { BOOK_IT, forHome, WHICH_ONE } from './times-told.ts';
import type { Wording } from '../wording.ts';
import {
  agentAlone,
  NAMED_TO_COME,
  PICKED,
  picksTimeAndAgent,
  picksWithSomebody,
} from './check-calendar.fill.ts';

/** One of the free times that were named is booked for the same home. */
export const WHICH_TIME: QuestionBack & { question: { en: string; ar: string } } = {
  question: WHICH_ONE,
  tool: 'schedule_viewing',
  gives: {
    startsAt: { ...PICKED, field: 'start' },
    agentId: { from: 'first', of: [...NAMED_TO_COME, { ...PICKED, field: 'agentId' }] },
  },
  keeps: ['propertyId', 'contactId', 'durationMinutes', 'notes', 'notify'],
  answeredBy: picksTimeAndAgent,
  asksAnew: true,
};
/** The time that was asked for is taken by a yes, and another one by its day and hour; no list was told to pick from by place. */
export const WHETHER_TO_BOOK: QuestionBack = {
  ...WHICH_TIME,
  question: BOOK_IT,
  answeredBy: (message, asking) => picksTimeAndAgent(message, asking) && !PLACE.test(message.normalized),
};
const PLACE =
  /\b(?:first|second|third|last)\b|(?:^| )(?:الاول|الاولي|الثاني|الثالث|الثالثه|الاخير|الاخيره)(?: |$)/;
/**
 * A day without a time is looked at by itself, where it leaves a choice, and so is one of which no time was told, whoever
 * comes along: the days that were looked at before would have another one booked.
 */
export const WHICH_DAY: QuestionBack = {
  question: WHICH_TIME.question,
  tool: 'check_calendar',
  gives: { dateFrom: { from: 'datetime', ahead: true }, dateTo: { from: 'datetime', ahead: true } },
  keeps: ['propertyId', 'agentId', 'durationMinutes'],
  answeredBy: picksWithSomebody,
};
/** "Thursday with Maria": of her alone. */
export const WHICH_DAY_WITH_AGENT: QuestionBack = {
  ...WHICH_DAY,
  gives: { ...WHICH_DAY.gives, agentId: { from: 'first', of: NAMED_TO_COME } },
};
/** Where nothing is free on the days that were looked at. */
export const WHICH_OTHER_DAY = {
  ...WHICH_DAY,
  question: { en: 'Which other day suits?', ar: 'أي يوم آخر يناسب؟' },
};
export function noTime(language: Wording, propertyId: string | undefined): string {
  const home = forHome(language, propertyId);
  return language === 'ar'
    ? `لا يوجد وقت متاح${home} حينها. نعرض العقارات من الاثنين إلى الجمعة 9:00–18:00 والسبت 10:00–14:00. ${WHICH_OTHER_DAY.question.ar}`
    : `There is no free time${home} then. Homes are shown Monday to Friday 9:00 to 18:00 and Saturday 10:00 to 14:00. ${WHICH_OTHER_DAY.question.en}`;
}
/** Of one agent alone, on the days that were looked at. */
export const WHICH_AGENT: QuestionBack = {
  question: WHICH_TIME.question,
  tool: 'check_calendar',
  gives: { agentId: { from: 'rule', read: agentAlone } },
  keeps: ['propertyId', 'durationMinutes'],
  answeredBy: (message) => agentAlone(message) !== undefined,
};
