import { dayIn } from '#text';
import type { OfflineMessage, ProgramFacts, ProgramTemplate } from '#pack-kit';
import { ALL_AGENTS } from '../tools/calendar.ts';
import { timesInWords } from '../tools/free-times.ts';
import type { Wording } from '../wording.ts';
import { agentsNamed } from './agent-names.ts';
import { freeTimesReply } from './check-calendar.ts';

const QUERY = 'days and times that suit for a viewing';
/** Names of the days in normalised letters, Sunday first. */
const WEEKDAYS = [
  'sunday|الاحد',
  'monday|الاثنين',
  'tuesday|الثلاثاء',
  'wednesday|الاربعاء',
  'thursday|الخميس',
  'friday|الجمعه',
  'saturday|السبت',
];
/** Days that are looked through, from the first one on. */
const SPAN_DAYS = 8;
const MAX_KEPT = 40;
const WEEK = /\b(?:next|this) week\b|الاسبوع/;
const TOGETHER = /\bboth\b|\btogether\b|معا/i;
const PARTS_OF_DAY: [words: RegExp, from: number, to: number][] = [
  [/\bmornings?\b|صباح/, 0, 12],
  [/\bafternoons?\b|عصر|بعد الظهر/, 12, 18],
  [/\bevenings?\b|مساء/, 16, 24],
];

/** The value of the program: the first times at which somebody can show the home. */
interface FreeTimes {
  slots: { start: string; end: string; agentId: string; agents: string[] }[];
  timezone: string;
  /** True for times of all agents that were named, at once. */
  together: boolean;
  /** What the person had said of days, where it narrowed the choice. */
  remembered: string[];
}

/** What a message says of days and agents beyond what one call of the calendar takes. */
function readDays(message: OfflineMessage, { userId, now, timezone }: ProgramFacts) {
  const { text, normalized } = message;
  const agents = agentsNamed(message);
  const weekdays = WEEKDAYS.flatMap((names, day) => (new RegExp(names).test(normalized) ? [day] : []));
  const [, from = 0, to = 24] = PARTS_OF_DAY.find(([words]) => words.test(normalized)) ?? [];
  return {
    agents,
    /** Staff who name nobody ask for the whole office; a customer's own agent shows the home. */
    otherwise: userId === null ? undefined : ALL_AGENTS,
    weekdays,
    oneDay: weekdays.length < 2 && !WEEK.test(normalized),
    from,
    to,
    together: agents.length > 1 && TOGETHER.test(text),
    today: dayIn(timezone, now),
    timezone,
  };
}

/** Asks the calendar of each agent that is named, or of all, on the days that the person has stated, now or before. */
export const freeTimes: ProgramTemplate = {
  name: 'free_times',
  agents: ['coordinator', 'closer'],
  tool: 'check_calendar',
  applies: () => true,
  tells: readDays,
  code: `
const DAY_MS = 86400000;
const WEEKDAYS = ${JSON.stringify(WEEKDAYS)}.map((names) => new RegExp(names.replaceAll('ا', '[اأإ]').replaceAll('ه', '[هة]'), 'i'));
const daysIn = (text) => WEEKDAYS.flatMap((names, day) => (names.test(text) ? [day] : []));
const oneDay = told.oneDay && wish.dateFrom !== undefined;
const known = oneDay || told.weekdays.length > 0 || !contactId
  ? []
  : (await retrieve_context({ contactId, query: '${QUERY}', limit: 10 }).catch(() => [])).filter((i) => daysIn(i.text).length > 0);
const isRefusal = (i) => /\\b(?:not|never|cannot|can't|except)\\b|لا /i.test(i.text);
const never = known.filter(isRefusal).flatMap((i) => daysIn(i.text));
const only = told.weekdays.length > 0 ? told.weekdays : known.filter((i) => !isRefusal(i)).flatMap((i) => daysIn(i.text));
const first = Date.parse(told.weekdays.length > 1 ? told.today : (wish.dateFrom ?? told.today));
const days = Array.from({ length: oneDay ? 1 : ${SPAN_DAYS} }, (_, n) => new Date(first + n * DAY_MS))
  .filter((day) => oneDay || (day.getUTCDay() !== 0 && (only.length === 0 || only.includes(day.getUTCDay())) && !never.includes(day.getUTCDay())))
  .map((day) => day.toISOString().slice(0, 10))
  .slice(0, 5);
const agents = told.agents.length > 0 ? told.agents.slice(0, 3) : [wish.agentId ?? told.otherwise];
const calls = days.flatMap((day) => agents.map((agentId) => check_calendar({ ...wish, dateFrom: day, dateTo: day, agentId })));
const hourOf = ({ start }) => Number(format.date(start, { timeZone: told.timezone, time: 'short', locale: 'en-GB' }).slice(0, 2));
const free = (await Promise.all(calls)).flat().filter((slot) => hourOf(slot) >= told.from && hourOf(slot) < told.to);
const starts = [...new Set(free.map(({ start }) => start))].sort();
const slots = starts.map((start) => {
  const at = free.filter((slot) => slot.start === start);
  return { start, end: at[0].end, agentId: at[0].agentId, agents: [...new Set(at.map(({ agentName }) => agentName))] };
});
return {
  slots: slots.filter((slot) => !told.together || slot.agents.length >= agents.length).slice(0, ${MAX_KEPT}),
  timezone: told.timezone,
  together: told.together,
  remembered: known.map((i) => i.text),
};`,
  reply: {
    en: (found: FreeTimes, wish: { propertyId?: string }) => reply(found, wish, 'en'),
    ar: (found: FreeTimes, wish: { propertyId?: string }) => reply(found, wish, 'ar'),
  },
};

function reply(
  { slots, timezone, together, remembered }: FreeTimes,
  { propertyId }: { propertyId?: string },
  language: Wording,
): string {
  const label = { en: 'Remembered', ar: 'مما نتذكره' }[language];
  const said = remembered.length > 0 ? `${label}: ${remembered.join('; ')}.` : '';
  const lines = timesInWords(slots, timezone, language, { together });
  return freeTimesReply(lines, { timezone, propertyId, said }, language);
}
