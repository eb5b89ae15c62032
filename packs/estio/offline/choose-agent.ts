import { hasPhrase, MAX_READ_CHARACTERS, normalizedWords, normalizeText, phraseList } from '#text';
import type { AgentChoiceInput } from '#pack-kit';
import { speaksOfHomes } from './requests.ts';

/** Cues by agent, in the order in which they are tried; the first agent with a cue in the message is chosen. */
const CUES: [agent: string, cues: string[]][] = [
  [
    'closer',
    phraseList(
      'contract, agreement, sign, signature, paperwork, lease, reservation form, عقد, العقد, توقيع, التوقيع',
    ),
  ],
  [
    'negotiator',
    phraseList(
      'offer, counter-offer, counter at, bid, to the owner for, discount, negotiate, lower the price, عرض سعر, عرضا بقيمة, عرضا بمبلغ, عرضا مضادا, تفاوض, خصم',
    ),
  ],
  [
    'coordinator',
    phraseList(
      'viewing, visit, calendar, diary, slot, appointment, free, which times, see the place, reschedule, book us, معاينة, زيارة, موعد, المواعيد, وقت فارغ, احجز',
    ),
  ],
  ['qualifier', phraseList('open a deal, create the file, صفقة جديدة')],
];
const DOUBT_CUES = phraseList(
  'too expensive, not sure, worried, concern, think about it, bad area, غالي, قلق, متردد',
);
const EVERYTHING_ELSE = 'qualifier';

/** Words of a message that points back to the turn before. */
const POINTING_BACK = phraseList('the same, and for, again, also, نفس الشيء, أيضا');
/** "And for", written onto the next word in Arabic. */
const ARABIC_AND_FOR = /^ول\p{L}{2,}/u;
const ID_ALONE = /^(?:(?:it is|its|for|the) )*[a-z]+ \d+$/;
const YES = /^(?:yes|ok|okay|sure|please do|نعم|تمام|حسنا|موافق)(?: please| من فضلك)?$/;

/**
 * The agent for a message, by its cue words; a message that only points back stays with the agent of the turn before.
 */
export function chooseAgentByCues({ text, lastAgent }: AgentChoiceInput): { agent: string } {
  const read = text.slice(0, MAX_READ_CHARACTERS);
  const found = normalizedWords(read);
  const normalized = normalizeText(read);
  const [cued] = CUES.find(([, cues]) => hasPhrase(found, cues)) ?? [];
  if (cued) return { agent: cued };
  if (speaksOfHomes({ text: read, normalized, language: 'en' })) return { agent: 'searcher' };
  if (hasPhrase(found, DOUBT_CUES)) return { agent: 'objection_handler' };
  const pointsBack =
    hasPhrase(found, POINTING_BACK) ||
    ARABIC_AND_FOR.test(found[0] ?? '') ||
    ID_ALONE.test(found.join(' ')) ||
    YES.test(normalized);
  return { agent: lastAgent && pointsBack ? lastAgent : EVERYTHING_ELSE };
}
