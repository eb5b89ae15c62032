import { z } from 'zod';
import { defineTask, type AgentChoiceInput } from '#pack-kit';
import {
  hasPhrase,
  MAX_READ_CHARACTERS,
  normalizedWords,
  normalizeText,
  picksTime,
  wantsCheaper,
} from '#text';
import { skillList } from './agents.ts';
import { asksForCheapPlaces } from '../offline/cheap-places.ts';
import { asksWhatIsBooked } from '../offline/asks-what-is-booked.ts';
import { asksForMoreOfThem } from '../offline/more-wish.ts';
import { nameTypedWithPick, picksWithAgent, picksWithCompany } from '../offline/named-agent.ts';
import { isSearchFragment } from '../offline/search-fragment.ts';
import { narrowsBySea } from '../offline/sea-wish.ts';
import {
  asksForListings,
  asksForTimes,
  asksWhatElseIsMissing,
  asksWhatIsMissing,
  comparesMarkets,
} from '../offline/requests.ts';
import { asksToSee } from '../offline/seeing.ts';

const words = (list: string) => list.split(/[,،]/).map((word) => word.trim());

const messageOf = (text: string) => ({ text, normalized: normalizeText(text), language: 'en' });

/** In this order; the first row that matches decides. */
const CUES: [skill: string, matches: (text: string, found: string[]) => boolean][] = [
  ['closer', asksWhatIsMissing],
  ['closer', cue('contract, agreement, sign, signature, paperwork, عقد، توقيع')],
  [
    'negotiator',
    cue(
      'offer, counter-offer, discount, negotiate, lower the price, عرض سعر، تفاوض، خصم، لو عرضنا، عرضا بقيمة، عرضا بمبلغ، عرضا مضادا',
    ),
  ],
  [
    'coordinator',
    cue('viewing, visit, calendar, slot, appointment, see the place, reschedule, معاينة، زيارة، موعد'),
  ],
  [
    'coordinator',
    (text) => /\bbook (?:me|us|him|her|them|it|the|a|prop-\d+|cy-[a-z]{2}-\d+)\b|احجز/i.test(text),
  ],
  ['coordinator', asksWhatIsBooked],
  ['coordinator', asksForTimes],
  ['coordinator', asksToSee],
  ['coordinator', (text) => picksWithAgent(messageOf(text))],
  ['searcher', comparesMarkets],
  ['searcher', asksForCheapPlaces],
  ['searcher', asksForListings],
  ['searcher', (text) => narrowsBySea(messageOf(text))],
  [
    'objection_handler',
    cue(
      'too expensive, too high, too much, overpriced, expensive, not sure, worried, concern, think about it, bad area, غالي، مرتفع، قلق، متردد',
    ),
  ],
];
const EVERYTHING_ELSE = 'qualifier';

/** Words of a message that points back to what was done before. */
const POINTING_BACK = words(
  'the same, and for, again, also, what about, how about, and under, and below, only with, نفس الشيء، أيضا، ماذا عن',
);
/** "And for", written onto the next word in Arabic. */
const ARABIC_AND_FOR = /^ول\p{L}{2,}/u;

function cue(list: string): (text: string, found: string[]) => boolean {
  const phrases = words(list);
  return (_, found) => hasPhrase(found, phrases);
}

/** The skill for a message, by its cue words; one that only points back stays with the skill of the turn before. */
export function chooseSkill({ text: written, lastAgent }: AgentChoiceInput): string {
  const text = written.slice(0, MAX_READ_CHARACTERS);
  const found = normalizedWords(text);
  if (lastAgent === 'closer' && asksWhatElseIsMissing(text)) return lastAgent;
  const [skill] = CUES.find(([, matches]) => matches(text, found)) ?? [];
  if (skill) return skill;
  const message = messageOf(text);
  const picks = picksWithCompany(message) || nameTypedWithPick(message) !== undefined;
  if (lastAgent === 'coordinator' && picks) return lastAgent;
  // A search goes on where it was made, with the program that put its homes in order.
  const goesOn = isSearchFragment(text) || asksForMoreOfThem(message);
  if (lastAgent === 'searcher' && goesOn) return lastAgent;
  return lastAgent && pointsBack(found) ? lastAgent : EVERYTHING_ELSE;
}

/** An id that is all there is: the answer to a question. */
const BARE_ID = /^(?:(?:it is|its|for|on|the) )*[a-z]+ \d+$/;

/** "Around 400k", "with a pool", "and in Larnaca?": no sentence of its own. */
const FRAGMENT =
  /^(?:(?:and|ok|okay|then|so|please|now) )*(?:compare|compared|versus|vs|قارن|قارنها|مقارنه|around|about|roughly|with|without|only|just|maybe|in|at|near|on|over|instead|بسعر|بحدود|حوالي|مع|بدون|فقط|في|وفي|ولو)(?: |$)/;
const MAX_WORDS_OF_A_FRAGMENT = 5;
/** "Yes please", "ok, do it": to what the last reply asked. */
const AGREES =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|please|fine|good|great|perfect|go ahead|do (?:it|that)|that works|نعم|اي|ايوه|طيب|تمام|حسنا|اوكي|موافق|ماشي|من فضلك|لو سمحت)(?: |$))+$/;
/** "Why?", "but why not?", "لماذا؟": of what was just said. */
const WHY = /^(?:(?:and|but|so|ok|okay|و|طيب) )*(?:why|how come|لماذا|ليش|ليه)(?: |$)/;

function pointsBack(found: string[]): boolean {
  const said = found.join(' ');
  if (AGREES.test(said)) return true;
  if (found.length <= MAX_WORDS_OF_A_FRAGMENT && (FRAGMENT.test(said) || WHY.test(said))) return true;
  if (BARE_ID.test(found.join(' ')) || picksTime({ normalized: found.join(' ') })) return true;
  return hasPhrase(found, POINTING_BACK) || wantsCheaper(found) || ARABIC_AND_FOR.test(found[0] ?? '');
}

export const CHOOSE_AGENT = 'estio.choose_agent';

export const chooseAgent = defineTask({
  key: CHOOSE_AGENT,
  taskType: 'intent_classification',
  instructions: `Which skill of an estate agency's assistant should answer the message? Answer with its name.\n${skillList}\nA message that only points back ("the same for …", "again") stays with the skill of the last turn, lastAgent.`,
  input: z.object({ text: z.string(), language: z.string(), lastAgent: z.string().optional() }),
  output: z.object({ agent: z.string() }),
  rules: (message) => ({ agent: chooseSkill(message) }),
});
