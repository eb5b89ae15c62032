/** Where a sentence goes on with something of its own: a mark, or "and" with somebody who does something. */
const BETWEEN = new RegExp(
  [
    String.raw`\s*[,;،؛]\s+`,
    String.raw`\s+(?:and|but|so|also)\s+(?=(?:i|we|my|our|he|she|they)\b)`,
    String.raw`\s+(?:ولكن|لكن)\s+`,
    String.raw`\s+و(?=(?:لا |لن )?(?:[أان]?[حف](?:ب|ضل)|[أانت]كره|[أان]ريد|[أان]حتاج|يجب|زوجتي|زوجي|[أا]خي|[أا]ختي|والد|[أا]ولادي|ابن)\S*(?:\s|$))`,
  ].join('|'),
  'giu',
);
/** What a message begins with before it says anything. */
const LEAD_IN =
  /^(?:(?:hi|hello|hey|well|so|ok|okay|also|and|but|by the way|btw|just so you know|fyi|actually|to be honest|thanks|thank you|مرحبا|أهلا|اهلا|السلام عليكم|بالمناسبة|للعلم|طيب|بصراحة)(?:[\s,،!.]+|$))+/iu;

/** What a clause says for what is worth keeping. */
export type Saying = 'tells' | 'asks' | 'neither';

/**
 * The parts of a sentence that tell something, each in its own words. A clause goes with the one before it unless it asks
 * for something; one that neither tells nor asks goes with the next where nothing stands before it.
 */
export function tellingParts(sentence: string, saying: (clause: string) => Saying): string[] {
  const parts: { text: string; tells: boolean }[] = [];
  let open = false;
  for (const { text, join } of clausesOf(sentence.replace(LEAD_IN, ''))) {
    const said = saying(text);
    if (said === 'asks') {
      open = false;
      continue;
    }
    const last = parts.at(-1);
    if (open && last && (said === 'neither' || !last.tells)) {
      last.text += join + text;
      last.tells ||= said === 'tells' || saying(last.text) === 'tells';
    } else parts.push({ text, tells: said === 'tells' });
    open = true;
  }
  return parts.filter(({ tells }) => tells).map(({ text }) => text.replace(LEAD_IN, ''));
}

/** Each with what stands between it and the one before. */
function clausesOf(sentence: string): { text: string; join: string }[] {
  const clauses: { text: string; join: string }[] = [];
  let [at, join] = [0, ''];
  for (const { 0: mark, index } of sentence.matchAll(BETWEEN)) {
    clauses.push({ text: sentence.slice(at, index), join });
    [at, join] = [index + mark.length, mark];
  }
  return [...clauses, { text: sentence.slice(at), join }].filter(({ text }) => text.trim() !== '');
}
