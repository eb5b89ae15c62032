import { normalizeText } from '#text';

export interface Clause {
  /** What commas set apart, normalised; none is empty. */
  pieces: string[];
  asks: boolean;
  /** It goes on behind what is read of it. */
  isCut: boolean;
}

/** What goes on for longer without an end is read no further, as what is looked for in it takes more than linear time. */
const LONGEST_READ_CHARACTERS = 2_000;

const END_OF_SENTENCE = /(?<=[!?؟;؛\n]|\.(?=\s|$))/u;
/** One that is not part of a number. */
const COMMA = /[,،](?!\d)/;

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Every tool is asked about the same message. */
const known = new WeakMap<object, readonly Clause[]>();

/** Sentences, and what "but" sets against each other. */
export function clausesOf(message: { readonly text: string }): readonly Clause[] {
  const clauses = known.get(message) ?? readClauses(message.text);
  known.set(message, clauses);
  return clauses;
}

function readClauses(text: string): Clause[] {
  return text.split(END_OF_SENTENCE).flatMap((written) => {
    if (!HAS_WORDS.test(written)) return [];
    const sentence = written.replaceAll(/\s+/g, ' ').trim();
    const asks = /[?؟]$/.test(sentence);
    const parts = sentence.split(/[,،]? (?:but|لكن|ولكن) /iu);
    return parts.flatMap((part, at): Clause[] => {
      const read = part.slice(0, LONGEST_READ_CHARACTERS);
      const pieces = read.split(COMMA).map(normalizeText).filter(Boolean);
      if (pieces.length === 0) return [];
      return [{ pieces, asks: asks && at === parts.length - 1, isCut: part.length > read.length }];
    });
  });
}
