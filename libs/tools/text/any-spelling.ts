/** Letters that people type one for the other: with and without hamza, with the dots of the last letter or without. */
const ALIKE = ['اأإآٱ', 'هة', 'يىئ', 'وؤ', 'كک'];

/** The pattern with every spelling of its Arabic letters, since hardly anybody who chats types a hamza. */
export function anySpelling(pattern: RegExp): RegExp {
  let inClass = false;
  let source = '';
  for (let at = 0; at < pattern.source.length; at += 1) {
    const letter = pattern.source[at]!;
    if (letter === '\\') {
      source += letter + (pattern.source[(at += 1)] ?? '');
      continue;
    }
    if (letter === '[') inClass = true;
    if (letter === ']') inClass = false;
    const alike = ALIKE.find((letters) => letters.includes(letter));
    source += alike === undefined ? letter : inClass ? alike : `[${alike}]`;
  }
  return new RegExp(source, pattern.flags);
}
