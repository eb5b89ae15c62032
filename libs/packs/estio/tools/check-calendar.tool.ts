import { z } from 'zod';
import { dayIn } from '#config';
import {
  countText,
  defineTool,
  isoDate,
  picksTime,
  ToolError,
  type Fill,
  type OfflineMessage,
  type QuestionBack,
  type ToolContext,
} from '#tools';
import { calendarsOf } from '../calendar.ts';
import { personOf } from '../contact.read-model.ts';
import { HOME_TO_SEE } from '../home-spoken-of.ts';
import {
  agentNamed,
  agentsNamed,
  agentToCome,
  agentTypedWithPick,
  picksWithCompany,
  speaksOfOwnDiary,
  withoutAgents,
} from '../named-agent.ts';
import { dayAfter, daysBetween, freeSlots } from '../office-hours.ts';
import { asksForListings, asksForTimes, asksToBook } from '../requests.ts';
import { asksToSeeOne, SEEING_WORDS_AR } from '../seeing.ts';
import { BOOK_IT, forHome, MAX_TIMES_TOLD, offerOfTimes, timesTold, WHICH_ONE } from '../times-told.ts';
import type { Wording } from '../wording.ts';

const MAX_DAYS_AHEAD = 60;
const USUAL_DAYS = 7;

const input = z.object({
  dateFrom: isoDate({ description: 'First day; today when left out.' }).optional(),
  dateTo: isoDate({
    description: 'Last day; a week later when left out. The same as dateFrom for one day.',
  }).optional(),
  durationMinutes: countText({ min: 15, max: 240, description: 'How long the viewing takes' }).default(60),
  agentId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("Agent of the office by id or name, or all; the contact's agent when left out, else all."),
  propertyId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('Property that is to be seen, such as prop-0043: its viewings count as busy.'),
});

export interface FreeTimes {
  timezone: string;
  slots: { start: string; end: string; agentId: string; agentName: string }[];
  busy: { start: string; end: string; agentId: string | null; kind: string }[];
  provider: 'internal' | 'http';
}

type Asked = Pick<z.infer<typeof input>, 'propertyId'>;

/** "The first one", "the cheapest", of the homes that were found last. */
export const LISTED_PROPERTY: Fill = {
  from: 'nth',
  tools: ['search_properties'],
  path: 'items',
  field: 'id',
  prefix: 'prop',
  least: { words: ['cheapest', 'الارخص', 'ارخصها', 'ارخصهم'], field: 'price' },
};

const CALENDARS = ['check_calendar', 'schedule_viewing'];
const PICKED = { from: 'nth', tools: CALENDARS, path: 'slots', time: 'start', told: MAX_TIMES_TOLD } as const;
/** The one who is named, else the member of the office who asks of the own calendar. */
const AGENT_NAMED: Fill = {
  from: 'first',
  of: [
    { from: 'rule', read: agentNamed },
    { from: 'context', key: 'userId', when: speaksOfOwnDiary },
  ],
};

/**
 * "The second one with Maria": a time is picked, and who is to come. "Yes" and "book it" take the only one or the one that
 * was asked for; where there is neither, they have them told again.
 */
function picksTimeAndAgent(message: OfflineMessage, asking?: string): boolean {
  return AGREES.test(message.normalized) || picksWithSomebody(message, asking);
}

/** "Thursday at 3pm", also "with Maria" or "with my wife". */
function picksWithSomebody(message: OfflineMessage, asking?: string): boolean {
  if (HAS_PASSED.test(message.normalized)) return false;
  if (picksTime({ normalized: withoutAgents(message) }) || picksWithCompany(message)) return true;
  return agentTypedWithPick(message, asking) !== undefined;
}

/** No time of such a day was told. */
const HAS_PASSED = /\byesterday\b|(?:^| )(?:امس|البارحه)(?: |$)/;

const AGREES =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|please|fine|good|great|perfect|book|reserve|it|that|this|then|do|go|ahead|lets|let|s|نعم|اي|ايوه|طيب|تمام|حسنا|اوكي|موافق|ماشي|احجز|احجزه|احجزها|احجزي|من|فضلك)(?: |$))+$/;

/** "With Maria please", and as it is typed in a chat "with maria": no more than who is to come. */
function agentAlone(message: OfflineMessage): string | undefined {
  const [named] = agentsNamed(message);
  if (named !== undefined) return ONLY_AROUND_A_NAME.test(withoutAgents(message)) ? named : undefined;
  const [, typed] = TYPED_NAME.exec(message.normalized) ?? [];
  return typed !== undefined && ONLY_AROUND_A_NAME.test(typed) ? undefined : typed;
}

const TYPED_NAME =
  /^(?:(?:ok|okay|yes|no|and|but|rather|can it be|could it be|make it) )*with (?!any|some|every|pool|parking|garden|view)([a-z]{3,})(?: (?:please|instead|if possible|then))*$/;

const ONLY_AROUND_A_NAME =
  /^(?:(?:ok|okay|yes|no|and|but|please|rather|instead|only|just|with|can|could|it|be|is|i|we|prefer|would|like|d|make|what|about|her|him|هل|ممكن|يكون|تكون|افضل|اريد|مع|لو|سمحت|من|فضلك|طيب|نعم|لا|فقط|بس)(?: |$))*$/;

const NAMED_TO_COME: Fill[] = [
  { from: 'rule', read: agentToCome },
  { from: 'rule', read: agentTypedWithPick },
];

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
const WHETHER_TO_BOOK: QuestionBack = {
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

export const checkCalendar = defineTool({
  name: 'check_calendar',
  description:
    "Lists the free times for viewings in the calendars of the office's agents, and when they are busy, for a day or several.",
  category: 'scheduling',
  capability: 'scheduling',
  input,
  whenToUse: [
    'Before proposing or booking any time.',
    'The user asks when somebody is free.',
    'Somebody wants to see, look at or visit a home on some day: is there a time for it? متى يمكن رؤية العقار، أشوفها أو أعاينها أو أزورها غدا أو بكرا.',
  ],
  examples: [
    'Which times are open on Thursday afternoon?',
    "Is Andreas's diary free next week for an hour?",
    'When could we fit in a visit?',
    'When are you free to show me the flat?',
    'ما المواعيد المتاحة يوم الأربعاء؟',
    'هل يوجد وقت فارغ غدا صباحا؟',
    'متى أنتم متاحون لمعاينة العقار؟',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  outbound: { service: 'calendar' },
  intents: ['scheduling'],
  ptcValue: ({ slots }: FreeTimes) => slots,
  offline: {
    fill: {
      dateFrom: { from: 'datetime' },
      dateTo: { from: 'datetime' },
      durationMinutes: { from: 'num', unit: 'minutes' },
      agentId: AGENT_NAMED,
      propertyId: {
        from: 'first',
        of: [{ from: 'id', prefix: 'prop' }, LISTED_PROPERTY, HOME_TO_SEE],
      },
    },
    // A time that is to be booked is another tool's, which looks here first.
    applies: ({ text }) =>
      asksForTimes(text) || asksToSeeOne(text) || !(asksToBook(text) || asksForListings(text)),
    cues: [
      'free',
      'open',
      'available',
      'diary',
      'calendar',
      'fit in',
      'can i see',
      'could i see',
      'can we see',
      'could we see',
      'which times',
      'المواعيد',
      ...SEEING_WORDS_AR,
      'أريها',
      'أريه',
      'أرنيها',
      'أرنيه',
      'وريني',
      'show it to',
      'فارغ',
      'متاح',
      'متاحة',
    ],
    reply: {
      en: (found: FreeTimes, asked: Asked, message?: OfflineMessage) => reply(found, asked, message, 'en'),
      ar: (found: FreeTimes, asked: Asked, message?: OfflineMessage) => reply(found, asked, message, 'ar'),
    },
    asksBack: [
      WHICH_AGENT,
      WHICH_TIME,
      WHICH_DAY_WITH_AGENT,
      WHICH_DAY,
      { ...WHICH_AGENT, question: BOOK_IT },
      WHETHER_TO_BOOK,
      { ...WHICH_DAY_WITH_AGENT, question: BOOK_IT },
      { ...WHICH_DAY, question: BOOK_IT },
      { ...WHICH_DAY_WITH_AGENT, question: WHICH_OTHER_DAY.question },
      WHICH_OTHER_DAY,
    ],
  },
  async execute(given, context): Promise<FreeTimes> {
    const { timezone } = context;
    const now = context.clock.now();
    const { from, to } = readDays(given, dayIn(timezone, now));
    const agentId = given.agentId ?? (await agentOfContact(context));
    const { propertyId } = given;
    // Who administers an org has an account, and no calendar.
    const ownId = context.caller.userId;
    const calendars = await calendarsOf(context, { from, to, agentId, ownId, propertyId });
    const { durationMinutes } = given;
    const slots = freeSlots({ from, to, durationMinutes }, calendars.agents, { now, timezone });
    return {
      timezone,
      slots: slots.map(({ start, end, agent }) => ({
        start: start.toISOString(),
        end: end.toISOString(),
        agentId: agent.id,
        agentName: agent.name,
      })),
      busy: calendars.busy.map(({ start, end, agentId: who, kind }) => ({
        start: start.toISOString(),
        end: end.toISOString(),
        agentId: who,
        kind,
      })),
      provider: calendars.provider,
    };
  },
});

function readDays(
  { dateFrom, dateTo }: { dateFrom?: string; dateTo?: string },
  today: string,
): { from: string; to: string } {
  const from = dateFrom ?? today;
  const to = dateTo ?? dayAfter(from, USUAL_DAYS);
  const refuse = (name: string, problem: string) =>
    new ToolError('VALIDATION_FAILED', `${name}: ${problem}.`, { fields: [{ name, problem }] });
  if (from < today) throw refuse('dateFrom', `expected today (${today}) or later, found ${from}`);
  if (to < from) throw refuse('dateTo', `expected ${from} or later, found ${to}`);
  if (daysBetween(from, to) > MAX_DAYS_AHEAD)
    throw refuse('dateTo', `expected at most ${MAX_DAYS_AHEAD} days after dateFrom`);
  return { from, to };
}

/** The agent who looks after the contact; all agents without one. */
async function agentOfContact(context: ToolContext): Promise<string | undefined> {
  const { contactId } = context;
  if (contactId === undefined) return undefined;
  try {
    return (await context.read((tx) => personOf(tx, contactId))).agentUserId ?? undefined;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function reply(
  { slots, timezone }: FreeTimes,
  { propertyId }: Asked,
  message: OfflineMessage | undefined,
  language: Wording,
): string {
  if (slots.length === 0) return noTime(language, propertyId);
  const told = (some: readonly FreeTimes['slots'][number][]) => timesTold(some, timezone, language);
  return offerOfTimes(slots, message, { timezone, told, propertyId }, language);
}
