const INDIC = /[\u0660-\u0669]/;
/** Between digits, as `Intl` puts them for each of the two. */
const MARKS: readonly [latin: string, indic: string][] = [
  [',', '٬'],
  ['.', '٫'],
];
/** Ids, addresses and names of settings have digits of their own: prop-0043, R-24-2024-06, Q3, 2BR. */
const TOKEN = /\S+/g;
const LATIN_LETTER = /\p{Script=Latin}/u;
/** The first digit of Arabic-Indic numbers behind that of Latin ones. */
const OFFSET = 0x0660 - 0x30;

/**
 * An Arabic reply with its numbers in one kind of digits, those of the message: a reply is put together from what tools
 * gave, what was stored and what was written, and each may have its own.
 */
export function withSameDigits(reply: string, message: { text: string; language: string }): string {
  if (message.language !== 'ar' || !INDIC.test(reply)) return reply;
  return reply.replace(TOKEN, (token) => {
    if (LATIN_LETTER.test(token)) return token;
    return INDIC.test(message.text) ? toIndic(token) : toLatin(token);
  });
}

function toIndic(token: string): string {
  const marked = MARKS.reduce(
    (text, [latin, indic]) => text.replaceAll(new RegExp(`(?<=\\d)[${latin}](?=\\d)`, 'g'), indic),
    token,
  );
  return marked.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + OFFSET));
}

function toLatin(token: string): string {
  const digits = token.replaceAll(/[\u0660-\u0669]/g, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) - OFFSET),
  );
  return MARKS.reduce((text, [latin, indic]) => text.replaceAll(indic, latin), digits);
}
