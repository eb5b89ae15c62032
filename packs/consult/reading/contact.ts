import { anySpelling } from '#text';
import { phoneIn } from './wished-call.ts';

/** Who writes and how they are reached, each with the words that lead to it. */
const CONTACT = [
  /(?:(?<![\p{L}])and\s+)?(?<!\p{L})(?:[Yy]ou can |[Pp]lease )?(?:[Cc]all|[Rr]each|[Mm]ail|[Ee]-?mail|[Rr]ing|[Tt]ext|[Cc]ontact|[Ww]rite to) me(?: back)?(?: at| on| under| via| by)?\s+(?=\+?\d|[^\s@]{1,64}@)/gu,
  /(?:(?<![\p{L}])and\s+)?(?<!\p{L})(?:(?:[Mm]y|[Oo]ur|[Tt]he) )?(?:work )?(?:[Ee]-?mail|[Mm]ail|[Aa]ddress|[Pp]hone|[Nn]umber|[Mm]obile)(?: address| number)?(?:['’]s| is|:)?\s+(?=\+?\d|[^\s@]{1,64}@)/gu,
  /(?:(?<![\p{L}])and\s+)?(?<!\p{L})(?:[Mm]y (?:\p{L}+ )?name(?:['’]s| is|:)|I am called)\s+\p{L}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,3}(?:\s(?:from|at|of|with)\s\p{Lu}[\p{L}&'’-]*(?:\s\p{Lu}[\p{L}&'’-]*){0,3})?/gu,
  /(?<!\p{L})(?:[Ii]['’]?m|[Ii] am)\s+\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,3}(?:\s(?:from|at|of|with)\s\p{Lu}[\p{L}&'’-]*(?:\s\p{Lu}[\p{L}&'’-]*){0,3})?/gu,
  /(?<!\p{L})(?:[Ii]t['’]?s|[Tt]his is)\s+\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,3}\s(?:from|at|of)\s\p{Lu}[\p{L}&'’-]*(?:\s\p{Lu}[\p{L}&'’-]*){0,3}/gu,
  anySpelling(/(?<!\p{L})و?(?:أنا )?اسمي\s+(?:هو\s+)?\p{L}+(?:\s(?!و)\p{L}+(?=\s*(?:[،,.]|$|\sو)))?/gu),
  anySpelling(
    /(?<!\p{L})و?(?:بريدي|ايميلي|إيميلي|رقمي|هاتفي|عنواني)(?: ال\p{L}+)?(?: هو)?[\s:]+(?=\+?[\d٠-٩]|[^\s@]{1,64}@)/gu,
  ),
];
const ADDRESS = /(?<!\S)[^\s@]{1,64}@\S+/gu;

/** A message with blanks where it names its writer, an address or a number to call: all else keeps its place. */
export function withoutContact(text: string): string {
  const phone = phoneIn(text);
  const bare = [...CONTACT, ADDRESS].reduce((left, part) => left.replace(part, blank), text);
  return phone === undefined ? bare : bare.replace(phone, blank);
}

const blank = (part: string) => ' '.repeat(part.length);
