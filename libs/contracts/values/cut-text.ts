const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters behind the cut that decide whether it is between two graphemes. */
const LOOKAHEAD = 2;

/**
 * Cuts a text to at most `maxCharacters` UTF-16 units and adds `mark`. The cut is between graphemes, so that no letter
 * loses its accent and no emoji becomes a broken character.
 */
export function cutText(text: string, maxCharacters: number, mark = '…'): string {
  if (text.length <= maxCharacters) return text;
  const end =
    graphemes.segment(text.slice(0, maxCharacters + LOOKAHEAD)).containing(maxCharacters)?.index ?? 0;
  // A single grapheme can be longer than the limit. It is cut between code points.
  const kept = end > 0 ? end : maxCharacters - (isLowSurrogate(text, maxCharacters) ? 1 : 0);
  return `${text.slice(0, kept).trimEnd()}${mark}`;
}

function isLowSurrogate(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code < 0xe000;
}
