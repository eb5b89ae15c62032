import { picksTime } from '#text';
import { type Fill, type OfflineMessage } from '#pack-kit';
import {
  agentNamed,
  agentsNamed,
  agentToCome,
  agentTypedWithPick,
  picksWithCompany,
  speaksOfOwnDiary,
  withoutAgents,
} from './named-agent.ts';
import { MAX_TIMES_TOLD } from './times-told.ts';

/** "The first one", "the cheapest", of the homes that were found last. */
export const LISTED_PROPERTY: Fill = {
  from: 'nth',
  tools: ['search_properties'],
  path: 'items',
  field: 'id',
  prefix: 'prop',
  least: { words: ['cheapest', 'الارخص', 'ارخصها', 'ارخصهم'], field: 'price' },
};

/** What was asked of the calendars last, until something was booked. */
const askedOfCalendars = (argument: string): Extract<Fill, { from: 'asked' }> => ({
  from: 'asked',
  tool: 'check_calendar',
  argument,
  until: ['schedule_viewing'],
});
const WITH_THAT_AGENT =
  /\bwith (?:her|him|them|that agent|the same (?:agent|person))\b|(?:^| )(?:معها|معه|معاها|معاه|وياها|وياه|عندها|عنده)(?: |$)/;

/** "Is Sofia free on Monday?" — "book it with her at 11": the one whose calendar was looked at. */
export const AGENT_ASKED: Fill = {
  ...askedOfCalendars('agentId'),
  when: ({ normalized }) => WITH_THAT_AGENT.test(normalized),
};

/** A time alone is of the day that the calendars were asked for. */
export const DAY_ASKED = askedOfCalendars('dateFrom');

const CALENDARS = ['check_calendar', 'schedule_viewing'];
export const PICKED = {
  from: 'nth',
  tools: CALENDARS,
  path: 'slots',
  time: 'start',
  told: MAX_TIMES_TOLD,
} as const;
/** The one who is named, else the member of the office who asks of the own calendar. */
export const AGENT_NAMED: Fill = {
  from: 'first',
  of: [
    { from: 'rule', read: agentNamed },
    AGENT_ASKED,
    { from: 'context', key: 'userId', when: speaksOfOwnDiary },
  ],
};

/**
 * "The second one with Maria": a time is picked, and who is to come. "Yes" and "book it" take the only one or the one that
 * was asked for; where there is neither, they have them told again.
 */
export function picksTimeAndAgent(message: OfflineMessage, asking?: string): boolean {
  return AGREES.test(message.normalized) || picksWithSomebody(message, asking);
}

/** "Thursday at 3pm", also "with Maria" or "with my wife". */
export function picksWithSomebody(message: OfflineMessage, asking?: string): boolean {
  if (HAS_PASSED.test(message.normalized)) return false;
  if (picksTime({ normalized: withoutAgents(message) }) || picksWithCompany(message)) return true;
  return agentTypedWithPick(message, asking) !== undefined;
}

/** No time of such a day was told. */
const HAS_PASSED = /\byesterday\b|(?:^| )(?:امس|البارحه)(?: |$)/;

const AGREES =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|please|fine|good|great|perfect|book|reserve|it|that|this|then|do|go|ahead|lets|let|s|نعم|اي|ايوه|طيب|تمام|حسنا|اوكي|موافق|ماشي|احجز|احجزه|احجزها|احجزي|من|فضلك)(?: |$))+$/;

/** "With Maria please", and as it is typed in a chat "with maria": no more than who is to come. */
export function agentAlone(message: OfflineMessage): string | undefined {
  const [named] = agentsNamed(message);
  if (named !== undefined) return ONLY_AROUND_A_NAME.test(withoutAgents(message)) ? named : undefined;
  const [, typed] = TYPED_NAME.exec(message.normalized) ?? [];
  return typed !== undefined && ONLY_AROUND_A_NAME.test(typed) ? undefined : typed;
}

const TYPED_NAME =
  /^(?:(?:ok|okay|yes|no|and|but|rather|can it be|could it be|make it) )*with (?!any|some|every|pool|parking|garden|view)([a-z]{3,})(?: (?:please|instead|if possible|then))*$/;

const ONLY_AROUND_A_NAME =
  /^(?:(?:ok|okay|yes|no|and|but|please|rather|instead|only|just|with|can|could|it|be|is|i|we|prefer|would|like|d|make|what|about|her|him|هل|ممكن|يكون|تكون|افضل|اريد|مع|لو|سمحت|من|فضلك|طيب|نعم|لا|فقط|بس)(?: |$))*$/;

export const NAMED_TO_COME: Fill[] = [
  { from: 'rule', read: agentToCome },
  { from: 'rule', read: agentTypedWithPick },
];
