import { anySpelling } from '#text';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { isQuestion, sentencesOf } from '../rules/project-brief.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

const ASKS_LEFT = anySpelling(
  /\bwhat(?:['’]?s| is| else)?\b[^.!]*\b(?:still|left|remain\w*|missing|else)\b[^.!]*\b(?:buy|order|get|purchase)\b|\bwhat (?:(?:do|must|should|will) (?:i|we)|(?:i|we)) (?:(?:need|have) to )?(?:buy|order|purchase)\b|(?<!\p{L})(?:ماذا|ما الذي|ما|شو|ايش|وش)(?!\p{L})[^.!؟]*(?<!\p{L})(?:أشتري|نشتري|أشتريه|نشتريه|شراؤه|شراء|للشراء)(?!\p{L})/iu,
);
const OWNS = anySpelling(
  /\b(?:i|we)(?:['’]ve| have)?(?: already| also)? (?:have|own|got|bought|possess)(?: already| got)? (?!to\b)([^.!?]*)|(?<!\p{L})(?:عندي|لدي|معي|أملك|اشتريت)(?!\p{L})([^.!؟]*)/iu,
);
const OWNS_NOT = /\b(?:don'?t|do not|haven'?t|no)\b|(?<!\p{L})(?:ليس|ما|لا)\s+(?:عندي|لدي|معي|أملك|املك)/iu;
/** "I have a Pico and want to add a display": what is wanted is not there yet. */
const WANTS =
  /\b(?:and|but|so|to)\s+(?:i |we )?(?:want|need|would|'d|build|make|add)\b.*|(?<!\p{L})و?(?:أريد|اريد|بدي|أحتاج|احتاج).*/iu;

const THEN_ASKS = /[,;،؛]\s*(?:so |and |ف)?(?=(?:what|which|ماذا|ما|شو)\s)/iu;

/** Ids of the parts that somebody has told to have. */
function ownedIn(said: readonly string[]): string[] {
  return said
    .flatMap((text) => sentencesOf(text).flatMap((sentence) => sentence.split(THEN_ASKS)))
    .filter((sentence) => !isQuestion(sentence) && !OWNS_NOT.test(sentence))
    .flatMap((sentence) => {
      const [, english, arabic] = OWNS.exec(sentence) ?? [];
      return partsNamedIn((english ?? arabic ?? '').replace(WANTS, '')).map(({ id }) => id);
    });
}

/** "What do I still need to buy?": the list without what is there already. */
export const tellLeftToBuy = flowRoutine({
  agents: ['bomGenerator', 'conversational', 'budgetOptimizer'],
  wanted: ({ message, artifacts }) => 'bom' in artifacts && ASKS_LEFT.test(message.text),
  reads: () => ['bom'],
  work: ({ turn, read }) => {
    const bom = read.bom?.content as Bom | undefined;
    const { language } = turn.message;
    const told = ownedIn([...turn.said, turn.message.text]);
    const components = bom?.components ?? [];
    const isOwned = ({ id, status }: Bom['components'][number]) => status === 'owned' || told.includes(id);
    const owned = components.filter(isOwned);
    const open = components.filter((one) => !isOwned(one));
    const total = open.reduce((sum, { lineTotal }) => sum + (lineTotal ?? 0), 0);
    const names = owned.map((one) => nameIn(language, one)).join(say(turn, ', ', '، '));
    const currency = bom?.currency === 'USD' ? say(turn, 'USD', 'دولار') : (bom?.currency ?? '');
    return [
      open.length === 0
        ? say(turn, 'Nothing: you have all of the list.', 'لا شيء: عندك كل ما في القائمة.')
        : say(turn, 'Still to buy:', 'ما بقي للشراء:'),
      ...open.map(
        (one, at) =>
          `${at + 1}. ${nameIn(language, one)}${say(turn, ', ', '، ')}${one.quantity} ×${one.lineTotal === null ? '' : `: ${one.lineTotal.toFixed(2)} ${currency}`}`,
      ),
      say(
        turn,
        `Total ${total.toFixed(2)} ${currency}, at sample prices.`,
        `المجموع ${total.toFixed(2)} ${currency} بأسعار تجريبية.`,
      ),
      names === ''
        ? say(
            turn,
            'Tell me what you have already, such as “I have the breadboard”, and I leave it out.',
            'قل ما عندك منها، مثل «عندي لوحة تجارب»، فلا أحسبه.',
          )
        : say(turn, `Not counted, as you have it: ${names}.`, `لم يحسب لأنه عندك: ${names}.`),
    ].join('\n');
  },
});
