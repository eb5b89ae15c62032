import { normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineCall, type RoutineTurn } from '#pack-kit';
import { namesPlace } from '../../places.ts';
import { calculateMortgage, NAMES_NO_PRICE } from '../../tools/calculate-mortgage.tool.ts';
import { asksForListings } from '../requests.ts';
import { euro } from '../../wording.ts';

const MAX_WORDS_OF_AN_ANSWER = 12;
/** "At 4%", "over 20 years" behind a loan: the same on other terms. */
const MAX_WORDS_OF_TERMS = 5;

/**
 * A loan whose price was told before it was asked for is computed for that: the limit that was searched or noted last. An answer
 * to "For which price?" comes to the terms that were named with the question.
 */
export const loanAskedBack: OfflineRoutine = (turn) => {
  const made = turn.calls.filter(({ tool }) => tool === calculateMortgage.name);
  const [first] = made;
  if (first && lacksPrice(first)) return forTheLimit(turn, made) ?? asksForHome(turn, first);
  const goesOn = argumentsAnew(turn);
  if (!goesOn) return undefined;
  if (first) return first.result?.success ? { reply: worded(turn, first) } : undefined;
  if (turn.calls.length > 0 || !turn.offered.includes(calculateMortgage.name)) return undefined;
  return { calls: [{ tool: calculateMortgage.name, arguments: goesOn }] };
};

/** What the loan before becomes with an answer to the question for its price, or on other terms. */
function argumentsAnew(turn: RoutineTurn): Record<string, unknown> | undefined {
  const last = turn.earlier.findLast(({ tool }) => tool !== 'tool_search' && tool !== 'retrieve_context');
  if (last?.tool !== calculateMortgage.name) return undefined;
  const { text } = turn.message;
  const words = normalizedWords(text);
  if (/[?؟]/.test(text) || words.length > MAX_WORDS_OF_AN_ANSWER) return undefined;
  if (namesPlace(words) || asksForListings(text)) return undefined;
  const own = turn.filled(calculateMortgage.name);
  if (lacksPrice(last))
    return 'price' in own || 'propertyId' in own ? { ...last.arguments, ...own } : undefined;
  const { propertyId: _, ...terms } = own;
  const isTerms = words.length <= MAX_WORDS_OF_TERMS && Object.keys(terms).length > 0;
  return isTerms && last.result?.success ? { ...last.arguments, ...terms } : undefined;
}

function worded({ message }: RoutineTurn, { result, arguments: given }: RoutineCall): string {
  const reply = calculateMortgage.offline?.reply;
  const word = (message.language === 'ar' ? reply?.ar : undefined) ?? reply?.en;
  return word?.(result?.data as never, given as never, message) ?? '';
}

function lacksPrice({ result }: RoutineCall): boolean {
  return result?.error === NAMES_NO_PRICE;
}

function forTheLimit(turn: RoutineTurn, made: readonly RoutineCall[]) {
  const [asked, computed] = made;
  if (!asked || !lacksPrice(asked)) return undefined;
  const limit = limitTold(turn);
  if (limit === undefined) return undefined;
  if (!computed)
    return turn.offered.includes(calculateMortgage.name)
      ? { calls: [{ tool: calculateMortgage.name, arguments: { ...asked.arguments, price: limit } }] }
      : undefined;
  if (!computed.result?.success) return undefined;
  const computedFor =
    turn.message.language === 'ar'
      ? `للحد الذي ذكرته، ${euro(limit, 'ar')}:`
      : `For the limit that you named, ${euro(limit, 'en')}:`;
  return { reply: `${computedFor}\n${worded(turn, computed)}` };
}

/** No home is sold for less: that is a rent. Euro. */
const LEAST_PRICE_EUR = 10_000;

/** The highest price that was noted or searched for last in the conversation. */
function limitTold({ earlier }: RoutineTurn): number | undefined {
  const told = earlier.findLast(
    ({ tool, result }) => (tool === 'update_requirements' || tool === 'search_properties') && result?.success,
  );
  const price = told?.arguments['maxPrice'];
  const limit = typeof price === 'number' ? price : Number.NaN;
  return limit >= LEAST_PRICE_EUR ? limit : undefined;
}

/** A home of a list as it was told, up to its price: "2. Studio in Peyia (prop-0100): €80,000". */
const LISTED = /^\d+\. .*\(prop-\d+\)(?:: [^\s]+(?: \S*يورو)?)?/;
const IS_RENT = /\b(?:a|per) month\b|شهر/;

/** Asked with the homes that were listed last and the terms so far, so that neither has to be told again. */
function asksForHome({ message, replied }: RoutineTurn, { arguments: given }: RoutineCall) {
  const language = message.language === 'ar' ? 'ar' : 'en';
  const lists = replied.map((reply) => reply.split('\n').filter((line) => LISTED.test(line)));
  const homes = (lists.findLast((lines) => lines.length > 0) ?? [])
    .filter((line) => !IS_RENT.test(line))
    .map((line) => LISTED.exec(line)?.[0].replace(/[,،]$/, '') ?? line);
  const terms = termsTold(given, language);
  if (homes.length === 0 && terms === '') return undefined;
  const asked = ASKS_FOR_HOME[language];
  return {
    reply: [
      homes.length > 0 ? [asked.ofThese, ...homes].join('\n') : asked.ofAny,
      terms && `${asked.kept} ${terms}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  };
}

const ASKS_FOR_HOME = {
  en: {
    ofThese:
      'For which price or property? Say a sum, or which of those that I listed, such as “the first one”:',
    ofAny:
      'For which price or property? Say for example “monthly instalment on 250k over 25 years”, or the id of a property.',
    kept: 'I keep what you told me:',
  },
  ar: {
    ofThese: 'لأي سعر أو أي عقار أحسب القسط؟ اذكر مبلغا، أو أيا مما عرضته، مثلا «الأول»:',
    ofAny:
      'لأي سعر أو أي عقار أحسب القسط؟ مثلا «القسط الشهري على 250 ألف لمدة 25 سنة» أو رقم عقار من القائمة.',
    kept: 'أحتفظ بما ذكرته:',
  },
};

function termsTold(given: Record<string, unknown>, language: 'en' | 'ar'): string {
  const { downPayment, downPaymentPct, termYears, annualRatePct } = given;
  const arabic = language === 'ar';
  return [
    typeof downPayment === 'number' &&
      (arabic ? `دفعة أولى ${euro(downPayment, 'ar')}` : `${euro(downPayment, 'en')} down`),
    typeof downPaymentPct === 'number' &&
      (arabic ? `دفعة أولى ${downPaymentPct}%` : `${downPaymentPct}% down`),
    typeof termYears === 'number' && (arabic ? `مدة ${termYears} سنة` : `over ${termYears} years`),
    typeof annualRatePct === 'number' && (arabic ? `فائدة ${annualRatePct}%` : `at ${annualRatePct}%`),
  ]
    .filter(Boolean)
    .join(arabic ? '، ' : ', ');
}
