/** A passage has about 150 tokens: one subject, and far below the limits of the embedding models. */
const MAX_PASSAGE_CHARACTERS = 600;

/**
 * Splits a text into passages at empty lines, then at lines and sentences, and joins short neighbours. A longer run
 * without any of these is cut at a space, or inside a word if there is none.
 */
export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let open = '';
  for (const piece of text.split(/\n\s*\n|\n|(?<=[.!?؟。])\s+/).flatMap(shortPieces)) {
    if (open !== '' && open.length + 1 + piece.length > MAX_PASSAGE_CHARACTERS) {
      passages.push(open);
      open = piece;
    } else open = open === '' ? piece : `${open}\n${piece}`;
  }
  return open === '' ? passages : [...passages, open];
}

function shortPieces(piece: string): string[] {
  const pieces: string[] = [];
  let rest = piece.trim();
  while (rest.length > MAX_PASSAGE_CHARACTERS) {
    const space = rest.lastIndexOf(' ', MAX_PASSAGE_CHARACTERS);
    const end = space > MAX_PASSAGE_CHARACTERS / 2 ? space : MAX_PASSAGE_CHARACTERS;
    pieces.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
