import { normalizedWords } from '#text';

/** Function words, which carry no meaning of their own; normalised, without apostrophes. */
const STOP_WORDS = new Set(
  (
    'a an the this that these those he she it its they them their his her hers him we us our you your i me my who whom ' +
    'which what when where why how is are was were be been being am do does did doing done has have had having will ' +
    'would shall should can could may might must to of in on at by for from with without about into onto over under ' +
    'and or but so than then as if because not no nor only just also too very more most much many any some all each ' +
    'there here up down out off again really quite please tell us know said says ' +
    'doesnt dont didnt isnt arent wasnt wont cant couldnt hasnt havent im shes hes theyre weve s t ' +
    'في من علي الي عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن انا انت ان انه انها كان كانت يكون تكون قد ' +
    'ما ماذا متي اين كيف لماذا هل كم لا لم لن ليس او ثم لكن بل كل بعض غير بين عند عندما اذا لان حتي جدا فقط ايضا و ب ل ف ك'
  ).split(' '),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The normalised words of a text. An apostrophe does not split a word ("doesn't" is one word). */
export function wordsOf(text: string): string[] {
  return normalizedWords(text.replace(/['’ʼ]/g, ''));
}
