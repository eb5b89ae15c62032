import { NUMBER, numberOf, plainText } from './numbers.ts';

/** What is counted and is nobody, whatever it ends in. */
const NO_PEOPLE = String.raw`(?!(?:customers|clients|visitors|users|orders|offers|letters|numbers|servers|computers|papers|hours|errors|vendors|dollars|quarters|years|others|fees|trees|committees|degrees|coffees|documents|events|payments|departments|accounts|reports|emails|mails)(?!\p{L}))`;
const ENGLISH = String.raw`people|persons?|employees|staff|colleagues|co-?workers|teammates|folks|guys|ladies|women|men|workers|clerks|agents|developers|engineers|members|nurses|reps|heads|ftes?|secretaries|temps|interns|juniors|seniors|paralegals|analysts|${NO_PEOPLE}\p{L}+(?:yers|ers|ors|ists|ants|ees|ians)`;
/** By the endings of their plural, as against what is counted otherwise. */
const NO_ARABIC_PEOPLE = String.raw`(?!(?:ساعات|سنوات|مرات|شركات|طلبات|صفحات|خطوات|دولارات|عمليات|مكالمات|سيارات|ملايين|معاملات|منتجات|خدمات|تقنيات|مستندات|فواتير|تقارير|رسايل|دقايق|ثلاثين|عشرين)(?!\p{L}))`;
const ARABIC = String.raw`(?:من\s+)?(?:ال)?(?:موظف(?:ين|ون|ات|ا|ه)?|اشخاص|شخصا?|عامل(?:ين|ون|ا)?|عمال|افراد|فردا?|زملاء|زميلا?|مهندسا?|محاسبا?|محامي(?:ا|ن)?|مدراء|مديرا?|سكرتيرات|كتبه|اداريا|فنيا|${NO_ARABIC_PEOPLE}\p{L}{3,}(?:ين|ون|ات))`;
/** "من موظفينا", "منهم": some of those who were named. */
const ARABIC_SOME = String.raw`من(?:ا|هم|هن|كم)|من\s+(?:ال|\p{L}+(?:نا|ي)(?!\p{L}))\p{L}*`;

/** In this order: some of those who were named before count rather than all of them. */
const MENTIONS: RegExp[] = [
  String.raw`${NUMBER}\s+(?:(?:of|out of|from)\s+(?:us|them|these|those|you|my|our|the)(?!\p{L})|(?:${ARABIC_SOME})(?!\p{L}))`,
  String.raw`${NUMBER}\s+(?!(?:hours?|hrs?|minutes?|mins?|days?|weeks?|months?|years?|ساع\p{L}*)(?!\p{L}))(?:\p{L}+\s+)?(?:${ENGLISH})(?!\p{L})`,
  String.raw`${NUMBER}[\s-]+(?:person|people|man|strong|employee)(?!\p{L})`,
  String.raw`${NUMBER}\s+${ARABIC}(?!\p{L})`,
  // Bare numbers: of what cannot be counted otherwise.
  String.raw`(?:(?:team|group|department|staff|crew|office|agency|firm|practice|company)\s+of|we are|we re|there are|we have|فريق(?:نا)?\s+من|فريقنا|نحن|عددنا|عددهم)\s+(?<![\p{L}])(\d[\d.,]*)(?![\d.,]*\s*(?:years?|months?|weeks?|days?|hours?|hrs?|minutes?|%|percent|km|miles|سن|شهر|يوم|ساع|دقي|\p{L}*(?:offices|shops|stores|branches|sites|locations|companies|brands|products|orders|customers|clients|invoices|reports|emails|mails)))(?!\p{L})`,
].map((source) => new RegExp(source, 'gu'));

const TWO =
  /(?<!\p{L})(?:both of us|(?:me and|myself and) (?:my|a) \p{L}+|(?:my|a) (?:colleague|partner|co-?worker|assistant|boss|wife|husband|brother|sister) and (?:i|me)|(?:[وف]|ال)?(?:شخص|موظف|زميل|عامل|مهندس|محاسب|مطور|محامي|مدير|فرد|رجل|ممرض|سكرتير)ان|(?:شخص|زميل|فرد|رجل|عامل)ين|(?:موظف|سكرتير|ممرض|محاسب|زميل)ت(?:ان|ين)|كلانا|انا وزميل\p{L}+|\p{L}{3,}ين\s+(?=[يت]\p{L}{2,}ان(?!\p{L})))(?!\p{L})/u;
const ALONE =
  /(?<!\p{L})(?:i (?:\p{L}+ )?(?:lose|waste|spend|need|burn|am losing|am wasting)|(?:costs?|takes?) me|(?:my|our) (?:\p{L}+ )?(?:receptionist|assistant|secretary|accountant|bookkeeper|colleague|clerk|intern|manager|partner|wife|husband|paralegal|nurse|administrator|planner|engineer|designer|analyst) \p{L}+s(?!\p{L})|by myself|only me|just me|i alone|myself alone|شخص واحد|موظف واحد|موظفه واحده|وحدي|لوحدي|[اٱ](?:ضيع|خسر|قضي|هدر|صرف) )/u;

const EVERY = /(?<!\p{L})(?:each|every|و?ل?كل)\s*$/u;
/** Before a number of people: all that there are. */
const TEAM_OF =
  /(?<!\p{L})(?:(?:team|group|department|staff|crew|office|agency|firm|practice|company) of|(?:ال)?فريق\p{L}*\s+(?:من|فيه|عدده|مكون من))\s*$/u;

/** A number of people, and where it stands in the plain text. */
export interface PeopleMention {
  people: number;
  at: number;
  /** "We are 12", "a team of 12": how many there are, whoever it is that loses time. */
  bare: boolean;
}

/**
 * How many people a message speaks of: some of them ("five of them") rather than all, those of the sentence that names
 * the hours rather than others.
 *
 * @param near where in the plain text the hours stand.
 */
export function peopleMentioned(text: string, near?: number): PeopleMention | undefined {
  const plain = plainText(text);
  for (const [order, pattern] of MENTIONS.entries()) {
    const found = [...plain.matchAll(pattern)].flatMap((match) => {
      const people = numberOf(match.slice(1).find(Boolean) ?? '');
      const bare = order === MENTIONS.length - 1 || TEAM_OF.test(plain.slice(0, match.index));
      // "Each one of us" counts nobody.
      if (people === undefined || EVERY.test(plain.slice(0, match.index))) return [];
      return [{ people, at: match.index, bare }];
    });
    // Those before the hours lose them, the last ones named; else the first ones behind.
    const before =
      near === undefined ? undefined : found.findLast(({ at }) => at < near && sameSentence(plain, at, near));
    const chosen = before ?? found.find(({ at }) => near === undefined || at >= near) ?? found.at(-1);
    if (chosen) return chosen;
    if (order === 0) {
      const two = TWO.exec(plain);
      if (two) return { people: 2, at: two.index, bare: false };
    }
  }
  const alone = ALONE.exec(plain);
  return alone ? { people: 1, at: alone.index, bare: false } : undefined;
}

function sameSentence(plain: string, from: number, to: number): boolean {
  return !/[.!?؟](?!\d)/.test(plain.slice(from, to));
}

/** How many people a message speaks of. */
export function peopleIn(text: string): number | undefined {
  return peopleMentioned(text)?.people;
}
