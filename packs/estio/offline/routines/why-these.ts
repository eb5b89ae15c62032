import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import type { Criteria } from '../../schema/property-search.read-model.ts';
import { searchProperties, type SearchResult } from '../../tools/search-properties.tool.ts';
import { wishOf } from '../search-properties.reply.ts';
import { nothingFound } from '../../tools/search-properties.widening.ts';
import { count, type Wording } from '../../wording.ts';
import { speaksOfShown } from './of-the-shown.ts';
import { LEADING, OF_NAMED } from './best-of-the-listed.ts';

const WHY = anySpelling(
  /\bwhy\b|\bhow come\b|\bwhat makes\b|\bhow (?:did|do|have|were|was|are|is) (?:\w+ ){1,3}(?:choose|chose|chosen|pick(?:ed)?|select(?:ed)?|find|found|decide[d]?|sort(?:ed)?|order(?:ed)?|rank(?:ed)?)\b|\bbased on what\b|\bon what basis\b|\bwhat (?:is|are|was|were) (?:it|this|that|these|those|they) based on\b|\b(?:what|which) (?:are|were|is|was) (?:the|your) (?:criteria|reasons?)\b|\bfor what reason\b|لماذا|ليش|ليه|علاش|كيف اخترت|على أي أساس|بناء على ماذا|ما السبب|وش السبب|شو السبب|ما المعيار/iu,
);
/** "Why is it so cheap?": a record has what is asked, and not why. */
const OF_A_PRICE =
  /\b(?:cheap\w*|expensive|pric\w+|costs?|dear\w*|low|lower|high|higher|much|rent)\b|(?:ال)?(?:رخيص|ارخص|غالي|اغلي|سعر|اسعار|مرتفع|منخفض)\p{L}*/gu;
const OF_US = /\b(?:do you (?:need|ask|want)|should i|can t|cannot|don t|won t|sample)\b/;
const MAX_WORDS = 12;

/** "Why these?" of a list or of one that was named as best: what it was searched by, and how it is ordered. Nothing else was weighed. */
export const whyThese: OfflineRoutine = (turn) => {
  const { message, calls, lastCalls } = turn;
  const { text, normalized } = message;
  const words = normalizedWords(text);
  if (calls.some(({ tool }) => tool !== 'tool_search') || !WHY.test(normalized)) return undefined;
  if (words.length > MAX_WORDS || OF_US.test(normalized)) return undefined;
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const wasShown = lastCalls.some(({ tool }) => SHOWS.includes(tool));
  if (!wasShown) return undefined;
  if (!speaksOfShown(normalized.replaceAll(OF_A_PRICE, ' '))) return undefined;
  if (normalized.search(OF_A_PRICE) >= 0) return { reply: NO_REASON[language] };
  const reply = reasonOf(turn, language);
  return reply === undefined ? undefined : { reply };
};

const SHOWS: readonly string[] = [searchProperties.name, 'query_org_data'];

function reasonOf(turn: RoutineTurn, language: Wording): string | undefined {
  const { replied, lastCalls, earlier } = turn;
  const told = replied.findLast((reply) => reply.includes('prop-')) ?? '';
  const compared = [...LEADING[language], OF_NAMED[language]].some((line) => told.includes(line));
  if (compared) return BY_RECORDS[language];
  const isOfRecords = lastCalls.every(({ tool }) => tool === 'query_org_data');
  const search = earlier.findLast(
    ({ tool, result }) => tool === searchProperties.name && result?.success === true,
  );
  if (isOfRecords && !/^.*(?:with a pool|بمسبح)/u.test(told)) return undefined;
  if (isOfRecords || !search) return WITH_A_POOL[language];
  const data = search.result?.data as Partial<SearchResult> | undefined;
  const filters = data?.filters ?? (search.arguments as Criteria);
  const wish = wishOf(filters, language);
  if (data?.total === 0) return nothingFound(data, wish, language);
  return [
    MATCH[language](wish, data?.total),
    ORDER[language][orderOf(told)],
    ...(turn.place === undefined ? [] : picked(turn.place, told)),
    NOTHING_ELSE[language],
  ].join('\n');
}

/** The line of the one that is asked about. */
function picked(place: number, told: string): string[] {
  const lines = told.match(/^\d+\. .*\(prop-\d+\).*$/gmu) ?? [];
  return lines.slice(place, place === -1 ? undefined : place + 1);
}

type Order = 'price' | 'sea' | 'view' | 'scored';

/** As the heading of the list says. */
function orderOf(told: string): Order {
  if (/fit the sea best|الأنسب للبحر/u.test(told)) return 'scored';
  if (/with a sea view first|المطلة على البحر أولا/u.test(told)) return 'view';
  return /ordered by distance to the sea|مرتبة حسب البعد عن البحر/u.test(told) ? 'sea' : 'price';
}

const MATCH = {
  en: (wish: string, total: number | undefined) =>
    `They match what you asked for: ${wish}${total === undefined ? '' : ` (${count(total)} that are available)`}.`,
  ar: (wish: string, total: number | undefined) =>
    `لأنها تطابق ما طلبته: ${wish}${total === undefined ? '' : ` (المتاح منها ${count(total)})`}.`,
};
const ORDER: Record<Wording, Record<Order, string>> = {
  en: {
    price: 'They are ordered by price, the cheapest first, sales before rents.',
    sea: 'They are ordered by distance to the sea, the nearest first.',
    view: 'Those with a sea view come first, then they are ordered by distance to the sea.',
    scored:
      'They are ordered by how they fit the sea: within 500 m first, then with a view of it, then described as by the sea, then by price.',
  },
  ar: {
    price: 'وترتيبها حسب السعر، الأرخص أولا، والبيع قبل الإيجار.',
    sea: 'وترتيبها حسب البعد عن البحر، الأقرب أولا.',
    view: 'والمطلة على البحر أولا، ثم حسب البعد عنه.',
    scored:
      'وترتيبها حسب القرب من البحر: ضمن 500 م أولا، ثم المطلة عليه، ثم ما يذكر وصفه البحر، ثم حسب السعر.',
  },
};
const NOTHING_ELSE = {
  en: 'I weighed nothing else. Name another place, price, type or number of bedrooms, and I look again.',
  ar: 'ولم أراع غير ذلك. اذكر منطقة أو سعرا أو نوعا أو عدد غرف آخر لأبحث من جديد.',
};
const BY_RECORDS = {
  en: 'Because of the figures on record beside it, compared among those that I named. I weighed nothing else: what suits you better is yours to say.',
  ar: 'بسبب الأرقام المسجلة المذكورة معه، مقارنة بما ذكرته من عقارات. ولم أراع غير ذلك، فما يناسبك أكثر تقرره أنت.',
};
const WITH_A_POOL = {
  en: 'They match what you asked for, are available and have a pool on record; the cheapest come first. I weighed nothing else.',
  ar: 'لأنها تطابق ما طلبته ومتاحة وفيها مسبح حسب السجل، والأرخص أولا. ولم أراع غير ذلك.',
};
const NO_REASON = {
  en: 'A listing has the price that its owner asks, and not the reasons for it. What it is asked for shows on its record: ask me, for example, “how big are they?”, “how old are they?” or “what is the price per m²?”.',
  ar: 'في السجل السعر الذي يطلبه المالك دون أسبابه. وما يقابله يظهر في السجل: اسألني مثلا «كم مساحتها؟» أو «ما عمرها؟» أو «كم سعر المتر؟».',
};
