import { Dice } from '../../test/harness/dice.ts';
import { CLAUSE, talks, words, type Talk } from './messages.data.ts';

/** Days of the story, the last one included. */
export const STORY_DAYS = 14;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Messages that fall into the same time are sent together: the fewer such times, the sooner the story is told. */
const SLOT_MINUTES = 15;
const SLOTS_OF_DAY = 96;
const SEED = 20_261_105;

/** Conversations of a working day, by org; on Saturdays and Sundays a third of them. */
const CONVERSATIONS_OF_DAY: Readonly<Record<string, number>> = { demo: 8, advisory: 4, gulf: 4, maker: 3 };
const WEEKEND_SHARE = 1 / 3;
/** Messages come from six in the morning (UTC) on; three of four before five in the afternoon. */
const FIRST_SLOT = 24;
const LAST_WORKING_SLOT = 68;
const LAST_SLOT = 88;
const WORKING_SHARE = 0.75;

/** One message, and where it goes. */
export interface StoryMessage {
  at: Date;
  org: string;
  /** Names the conversation within the story; its first message begins it. */
  conversation: string;
  contact: string;
  channel: string;
  text: string;
  staff?: string;
  agent?: string;
}

/** A time in which a provider does not answer. */
export interface Outage {
  provider: 'openai' | 'anthropic';
  from: Date;
  to: Date;
}

/** `day` counts from 0; `hour` is of UTC and may have a fraction. */
export function momentOf(start: Date, day: number, hour: number): Date {
  return new Date(start.getTime() + day * DAY_MS + Math.round(hour * 60) * MINUTE_MS);
}

/**
 * OpenAI is away for an hour of the twelfth day; for half of it Anthropic, which takes over, is overloaded, and turns
 * fail.
 */
export function outagesOf(start: Date): Outage[] {
  return [
    { provider: 'openai', from: momentOf(start, 11, 10), to: momentOf(start, 11, 11) },
    { provider: 'anthropic', from: momentOf(start, 11, 10.25), to: momentOf(start, 11, 10.75) },
  ];
}

/** Every message of the fortnight from midnight UTC of `start` on, in the order of time. The same at every run. */
export function planMessages(start: Date, days = STORY_DAYS): StoryMessage[] {
  const dice = new Dice(SEED);
  const planned: StoryMessage[] = [];
  for (let day = 0; day < days; day += 1) {
    for (const [org, usual] of Object.entries(CONVERSATIONS_OF_DAY)) {
      const count = Math.round(usual * shareOf(momentOf(start, day, 0)) * (0.8 + dice.next() * 0.4));
      for (let number = 0; number < count; number += 1)
        planned.push(...conversation(dice, { start, day, org, name: `${org}-${day}-${number}` }));
    }
  }
  const rush = outagesOf(start).flatMap(({ from }, index) => duringOutage(from, index));
  return [
    ...planned,
    ...(days === STORY_DAYS ? [...rush, ...longPrompt(start), ...signature(start), ...offers(start)] : []),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

function shareOf(day: Date): number {
  return day.getUTCDay() === 0 || day.getUTCDay() === 6 ? WEEKEND_SHARE : 1;
}

function conversation(
  dice: Dice,
  { start, day, org, name }: { start: Date; day: number; org: string; name: string },
): StoryMessage[] {
  const talk = dice.pickWeighted(talks[org] ?? [], ({ weight = 1 }) => weight);
  const chosen = Object.fromEntries(Object.entries(words).map(([word, all]) => [word, dice.pick(all)]));
  const length = Math.max(1, talk.say.length - dice.below(2));
  let slot = firstSlot(dice);
  return talk.say.slice(0, length).map((text, index) => {
    if (index > 0) slot = Math.min(SLOTS_OF_DAY - 1, slot + 1 + (dice.next() < 0.15 ? 3 : 0));
    return {
      at: momentOf(start, day, (slot * SLOT_MINUTES) / 60),
      org,
      conversation: name,
      contact: contactOf(talk, org, name),
      channel: talk.channel ?? 'chat',
      text: text.replaceAll(/\{(\w+)\}/g, (_, word: string) => chosen[word] ?? ''),
      ...(talk.staff !== undefined && { staff: talk.staff }),
    };
  });
}

function firstSlot(dice: Dice): number {
  const working = dice.next() < WORKING_SHARE;
  const [from, to] = working ? [FIRST_SLOT, LAST_WORKING_SLOT] : [LAST_WORKING_SLOT, LAST_SLOT];
  return from + dice.below(to - from);
}

/** Staff write about people of the demo rows, and half of the others are such people; the rest is new. */
function contactOf({ staff, lang }: Talk, org: string, name: string): string {
  const dice = new Dice([...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) | 0);
  const known = KNOWN_CONTACTS[org]?.[lang] ?? [];
  if (staff !== undefined || dice.next() < 0.5) return dice.pick(known);
  return `guest-${name}`;
}

const KNOWN_CONTACTS: Readonly<Record<string, Record<'en' | 'ar', readonly string[]>>> = {
  demo: {
    en: [
      'contact-015',
      'contact-017',
      'contact-018',
      'contact-020',
      'contact-024',
      'contact-025',
      'contact-028',
    ],
    ar: ['contact-016', 'contact-019', 'contact-023', 'contact-026'],
  },
  advisory: { en: ['visitor-01', 'visitor-03', 'visitor-04', 'visitor-08'], ar: ['visitor-02'] },
  gulf: { en: ['investor-02', 'tenant-01'], ar: ['investor-01', 'tenant-02'] },
  maker: { en: ['maker-01', 'maker-02', 'maker-03'], ar: ['maker-05'] },
};

/** The outage hits a busy hour: people ask again when nothing comes. */
function duringOutage(from: Date, index: number): StoryMessage[] {
  const questions = [
    'Flats in Larnaca under 250k',
    'Hello? Is anybody there?',
    'Flats in Larnaca under 250k, please',
    'ابحث عن شقة للبيع في ليماسول بأقل من 400 ألف وبغرفتين',
  ];
  return questions.map((text, number) => ({
    at: new Date(from.getTime() + (5 + number * 5) * MINUTE_MS),
    org: 'demo',
    conversation: `outage-${index}-${number}`,
    contact: `guest-outage-${index}-${number % 3}`,
    channel: 'chat',
    text,
  }));
}

const CHAPTERS = 12;
/** Just under what a message may hold. */
const CHAPTER_CHARACTERS = 31_000;

/** Somebody pastes a book of contracts into one conversation, chapter by chapter; each turn carries all before it. */
function longPrompt(start: Date): StoryMessage[] {
  return Array.from({ length: CHAPTERS }, (_, index) => ({
    at: momentOf(start, 8, 13 + index / 4),
    org: 'demo',
    conversation: 'long-prompt',
    contact: 'contact-024',
    channel: 'chat',
    staff: 'agent-02',
    agent: 'closer',
    text: `Chapter ${index + 1} of the agreement. What is still missing for the contract of deal-003?\n\n${CLAUSE.repeat(200).slice(0, CHAPTER_CHARACTERS)}`,
  }));
}

/** The signature service does not answer: whether the contract was sent is for a person to find out. */
function signature(start: Date): StoryMessage[] {
  return [
    {
      at: momentOf(start, 13, 9.5),
      org: 'demo',
      conversation: 'signature',
      contact: 'contact-018',
      channel: 'chat',
      staff: 'agent-02',
      text: 'Send contract-001 for signature',
    },
  ];
}

/** Offers that nobody has agreed to yet when the story ends. */
function offers(start: Date): StoryMessage[] {
  return ['Offer 310,000 on deal-002', 'Offer 175,000 on deal-003'].map((text, index) => ({
    at: momentOf(start, 13, 14 + index),
    org: 'demo',
    conversation: `offer-${index}`,
    contact: index === 0 ? 'contact-024' : 'contact-017',
    channel: 'chat',
    staff: 'agent-01',
    text,
  }));
}
