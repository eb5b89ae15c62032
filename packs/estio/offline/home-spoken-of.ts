import { anySpelling, normalizedWords } from '#text';
import { type Fill, type OfflineMessage } from '#pack-kit';
import { loanSums, priceOfLoan } from './loan-sums.ts';
import { agentNamed } from './named-agent.ts';
import { namesPlace } from '../places.ts';

const HOMES = 'flat|apartment|house|villa|townhouse|studio|home|property|place';
/** "How big is it?": the home that was spoken of last. */
const POINTS = anySpelling(
  new RegExp(
    String.raw`\b(?:it|its|it's|this one|that one|(?:this|that) (?:${HOMES}))\b|(?:هذا|هذه) (?:العقار|الشقة|الفيلا|البيت|المنزل)|مساحته|مساحتها|سعره|سعرها|(?<!(?:التي|اللي|الي|الذي|الذين|يكون|تكون) )(?:فيها|فيه|عندها|لها)`,
    'iu',
  ),
);
const SEES = anySpelling(
  /\b(?:see|view|viewing|visit|show|come|look at)\b|معاينة|معاينته|معاينتها|مشاهدة|مشاهدته|مشاهدتها|رؤيته|رؤيتها|زيارة|زيارته|زيارتها|(?<!\p{L})(?:أ|ن)(?:شوف|شاهد|زور|عاين|را|رى)/iu,
);
/** "Another flat", "villas with a garden"; a "property report" is no home. */
const ANOTHER = anySpelling(
  new RegExp(
    String.raw`\b(?:another|other|some|any|an?(?: [\w-]+){0,3}?) (?:${HOMES})s?\b(?! (?:report|sheet|viewing))|(?<!\b(?:the|these|those|of) )\b(?:${HOMES.replace('property', 'propertie')})s\b|(?<!\p{L})(?:آخر|أخرى|شقق|فلل|بيوت)(?!\p{L})`,
    'iu',
  ),
);

/** A message that points at one home without naming it. */
export function pointsAtHome({ text }: Pick<OfflineMessage, 'text'>): boolean {
  return POINTS.test(text);
}

/** A message about homes of some place or kind, and not about the one that was spoken of. */
export function isOfAnotherHome({ text }: OfflineMessage): boolean {
  return !pointsAtHome({ text }) && (namesPlace(normalizedWords(text)) || ANOTHER.test(text));
}

/** The home that the conversation is about, for what cannot be done without one. */
export const HOME_SPOKEN_OF: Fill = {
  from: 'told',
  prefix: 'prop',
  when: (message) => !isOfAnotherHome(message),
};

/** The same, where a message is about that home and not about the diary of the office. */
export const HOME_TO_SEE: Fill = {
  from: 'told',
  prefix: 'prop',
  when: (message) =>
    !isOfAnotherHome(message) &&
    (pointsAtHome(message) || (SEES.test(message.text) && agentNamed(message) === undefined)),
};

/** The same, for what can do without one: only where the message points at it. */
export const HOME_POINTED_AT: Fill = { from: 'told', prefix: 'prop', when: pointsAtHome };

/** The same, for a sum that can be told of a price, too: where the message names none. */
export const HOME_UNLESS_PRICED: Fill = {
  from: 'told',
  prefix: 'prop',
  when: (message) => !isOfAnotherHome(message) && namedPrice(message) === undefined,
};

function namedPrice({ text }: OfflineMessage): number | undefined {
  return priceOfLoan(text) ?? loanSums(text).price;
}
