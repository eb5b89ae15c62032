import { anySpelling } from '#text';
import type { CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { partKindOf, type PartKind } from '../../schema/parts/part-kinds.ts';

/** A message asks whether parts are needed, or whether it goes without them; nothing is ordered by it. */
export interface NeedQuestion {
  asks: 'needed' | 'without';
  parts: CataloguePart[];
  /** What they are called together, where no part of its own is named: "the resistor". */
  kind?: PartKind;
}

const ASKS_NEED = anySpelling(
  /\b(?:do|does|will|would) (?:i|we|it|the \w+) (?:(?:really|still|actually|even) )*(?:need|require)\b(.*)|\bmust (?:i|we|it) (?:really )?(?:have|use)\b(.*)|(?<!\p{L})هل (?:أحتاج|نحتاج|يحتاج|بحاجة|يلزم\p{L}*|لازم)(.*)/isu,
);
const NECESSARY = String.raw`(?:needed|necessary|required|mandatory|essential|optional|important|a must)`;
const NECESSARY_AR = String.raw`(?:ضروري|لازم|مهم|إلزامي|أساسي|مطلوب)(?:ة|ه)?`;
/** "Is the relay really needed?", "الريليه ضروري؟" */
const IS_NEEDED = anySpelling(
  new RegExp(
    String.raw`\b(?:is|are) ([^.!?]+?) (?:(?:really|even|actually|still|strictly|absolutely|always|that) )*${NECESSARY}\b|(?<!\p{L})و?(?:هل )?(ال\p{L}+(?: ال[\p{L}\d]+| [\p{L}\d]+){0,2}?) ${NECESSARY_AR}\s*[؟?]|(?:^|\s)(?:ضروري|لازم) (ال\p{L}+(?: [\p{L}\d]+){0,2})\s*[؟?]`,
    'iu',
  ),
);
const POSSIBLE = String.raw`(?:can|could|may|might|will|would|does|do|is it (?:ok(?:ay)?|possible|fine|alright)|is there (?:a|any) way|any way|what if|possible)`;
/** "Can we do without the relay?", "would it work without one?", "could I skip the resistor?" */
const GOES_WITHOUT = new RegExp(
  String.raw`\b${POSSIBLE}\b[^.!?]*?\b(?:(?:do|live|manage|cope|go|get (?:by|along|away)|work|run|function|survive|(?:build|make|wire) (?:it|this|that)) (?:(?:just|fine|ok|okay|well|also) )*without|skip|omit|forgo|dispense with|do away with)\b(.*)`,
  'isu',
);
const MAY_AR = String.raw`(?:هل|ممكن|يمكن\p{L}*|[بم]?[أن]?قدر|أستطيع|نستطيع|في(?:ني|نا|ك)|ينفع|بينفع|يصير|بصير|عادي|[بت]?[يت]?(?:مشي|شتغل|عمل|زبط|ضبط))`;
const GOES_WITHOUT_AR = anySpelling(
  new RegExp(
    String.raw`(?:الاستغناء|[أنيت]?ستغن\p{L}*) عن(.*)|(?<!\p{L})${MAY_AR}(?!\p{L}).*?(?<!\p{L})(?:بدون|بلا|من دون|من غير|بغير|دون)(?!\p{L})(.*[؟?])`,
    'isu',
  ),
);
/** What "for" leads to is not what is needed: a resistor for the LED, a permit for the pump. */
const FOR_WHAT =
  /\b(?:for|to|because|if|when|with|in|on|at|but)\b|(?<!\p{L})(?:لل\p{L}+|مع|إذا|اذا|من أجل|في)(?!\p{L})/iu;

const ARTICLE = /^[^\p{L}\p{N}]*(?:(?:to have|to use|to|the|an?|any|our|my|this|that|some|إلى|الى|ل)\s+)*/iu;

/** Undefined where no part is asked about. */
export function needQuestionIn(text: string): NeedQuestion | undefined {
  const without = wordsIn(GOES_WITHOUT, text) ?? wordsIn(GOES_WITHOUT_AR, text);
  const words = without ?? wordsIn(ASKS_NEED, text) ?? wordsIn(IS_NEEDED, text);
  if (words === undefined) return undefined;
  const asks = without === undefined ? 'needed' : 'without';
  const [named = ''] = words.replace(ARTICLE, '').split(FOR_WHAT);
  const kind = partKindOf(named.replace(/[^\p{L}\p{N}]+$/u, ''));
  if (kind) return { asks, parts: [...kind.parts], kind };
  const parts = partsNamedIn(named);
  return parts.length > 0 ? { asks, parts } : undefined;
}

function wordsIn(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text);
  return found?.slice(1).find((one) => one !== undefined);
}
