import { anySpelling, normalizedWords } from '#text';

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const PHONE = /(?<![\p{L}\p{N}-])\+?[\d٠-٩](?:[\s-]?[\d٠-٩]){7,14}(?![\p{L}\d٠-٩])/u;
/** Of Cyprus, eight digits from 2 or 9 on, or with the code of a country. */
const BARE_PHONE = /^\s*(?:(?:\+|00)[\d\s-]{9,18}|[29]\d[\s-]?\d{3}[\s-]?\d{3})\s*[.!]?\s*$/;

/** "My name is …", "اسمي …": nothing else begins like that. */
const NAMES_ONESELF = anySpelling(
  /\b(?:my (?:full |first )?name(?:['’]?s| is| would be)|the name(?:['’]s| is)|name\s*[:=])\s*|(?<!\p{L})و?(?:اسمي(?: الكامل)?|الاسم(?: الكامل)?\s*[::]?|اسمي هو)\s+/iu,
);
/** "I'm …", "هنا …": much else does, so that only a way to reach the person beside it makes a name of it. */
const IS_ONESELF = anySpelling(
  /\b(?:i['’]?m|i am|this is|it['’]?s|it is|call me|regards|from)\s+|(?<!\p{L})(?:أنا|معك|معكم|هنا)\s+/iu,
);
/** Where a name ends: what tells of a way to reach the person, and what goes on with the sentence. */
const ENDS_A_NAME = new Set(
  normalizedWords(
    `and my our phone telephone tel mobile cell number no email e mail address whatsapp at on is are reach call text you can the from here please or
     و ورقمي رقمي وهاتفي هاتفي وجوالي جوالي وموبايلي موبايلي وتلفوني تلفوني وبريدي بريدي وايميلي ايميلي هاتف رقم الهاتف والهاتف ورقم جوال بريد ايميل
     وهذا هذا وهذه هذه من وانا هو هي تواصلوا اتصلوا كلموني على يمكنكم لو سمحت`,
  ),
);
const IS_NO_NAME = new Set(
  normalizedWords(
    `a an the not now in so very also just still already looking interested reachable available free busy here there happy fine good ok okay ready
     sorry sure afraid trying calling writing asking going coming back new from on at my your our his her their me him them it that this what call text
     phone mail ask contact tell send reach buying selling renting thinking hoping planning about
     ابحث اريد مهتم مهتمه متاح متاحه جاهز جاهزه في من على هنا موجود موجوده اسف اسفه بخير اسكن مقيم`,
  ),
);
const MAX_NAME_WORDS = 4;
/** "John Smith, 99123456": capitals, and nothing else beside the ways. */
const NAME_ALONE = /^[\s,;:–-]*(\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){1,2})[\s,;:.–-]*$/u;

/** What somebody tells of themselves, as it is written. */
export interface ToldOfOneself {
  name?: string;
  /** An e-mail address, a number, or both. */
  ways: string[];
  /** What the message says besides. */
  rest: string;
}

/** The name and the ways to reach somebody that a message has. `isOwn` tells that it is of the one who writes. */
export function toldOfOneself(text: string, isOwn: boolean): ToldOfOneself {
  const email = EMAIL.exec(text)?.[0];
  const withoutEmail = email === undefined ? text : text.replace(email, ' ');
  const named = nameIn(withoutEmail, NAMES_ONESELF);
  const number = PHONE.exec(withoutEmail)?.[0].trim();
  const introduced =
    email !== undefined || number !== undefined ? introducedIn(withoutEmail, number) : undefined;
  const told = named ?? introduced;
  const isTold = isOwn || told !== undefined || LABELLED.test(withoutEmail) || BARE_PHONE.test(text);
  const phone = number !== undefined && isTold ? number : undefined;
  const rest = [phone, told?.written].reduce<string>(
    (left, part) => (part === undefined ? left : left.replace(part, ' ')),
    withoutEmail,
  );
  return {
    ...(told && { name: told.name }),
    ways: [phone, email].filter((way) => way !== undefined),
    rest,
  };
}

/** "Phone 99123456", "هاتف: 99123456". */
const LABELLED = anySpelling(
  /\b(?:phone|telephone|tel|mobile|cell|whatsapp)\b(?: (?:number|no|nr))?[\s.:=]*(?:is\s+)?\+?\d|(?<!\p{L})(?:ال)?(?:هاتف|جوال|موبايل|تلفون|واتساب|رقم(?: (?:ال)?(?:هاتف|جوال|موبايل))?)[\s::]*\+?[\d٠-٩]/iu,
);

interface Name {
  name: string;
  /** With the words that told it. */
  written: string;
}

function introducedIn(text: string, number: string | undefined): Name | undefined {
  const said = nameIn(text, IS_ONESELF);
  if (said) return said;
  const [, alone] = NAME_ALONE.exec(number === undefined ? text : text.replace(number, ' ')) ?? [];
  const words = normalizedWords(alone ?? '');
  return alone === undefined || words.some((word) => IS_NO_NAME.has(word) || ENDS_A_NAME.has(word))
    ? undefined
    : { name: alone, written: alone };
}

/** The words behind a beginning, up to the next sign or the word that goes on with something else. */
function nameIn(text: string, beginning: RegExp): Name | undefined {
  const begun = beginning.exec(text);
  if (!begun) return undefined;
  const behind = text.slice(begun.index + begun[0].length);
  const [run = ''] = /^[\p{L}\p{M}'’.\- ]*/u.exec(behind) ?? [];
  const words: string[] = [];
  for (const word of run.split(/\s+/).filter(Boolean)) {
    if (ENDS_A_NAME.has(normalizedWords(word)[0] ?? '')) break;
    words.push(word);
    if (word.endsWith('.') && !/^\p{L}{1,2}\.$/u.test(word)) break;
  }
  const name = words.join(' ').replace(/[.\s'’-]+$/u, '');
  const [first = ''] = normalizedWords(name);
  if (name === '' || words.length > MAX_NAME_WORDS || IS_NO_NAME.has(first)) return undefined;
  return { name, written: `${begun[0]}${words.join(' ')}` };
}
