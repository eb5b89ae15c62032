/** More than this nobody listens to. */
const MOST_SENTENCES = 3;
const MOST_ITEMS = 3;

const FENCE = /```[\s\S]*?(?:```|$)/g;
const LIST_ITEM = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;
const HEADING = /^\s*#{1,6}\s+/;
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;
const EMPHASIS = /\*\*|__|`/g;
const ENDS_SENTENCE = /[.!?؟:؛;]$/;
const MORE = {
  en: (count: number) => ` and ${count} more`,
  ar: (count: number) => ` و${count} غيرها`,
};

/**
 * A reply as one says it aloud: no markdown, a list as the beginning of a sentence, at most three sentences. A question at
 * the end is kept, as the conversation goes on with it.
 */
export function spoken(text: string, language: string): string {
  const sentences = paragraphsOf(text, language)
    .join(' ')
    .split(/(?<=[.!?؟])\s+/u);
  if (sentences.length <= MOST_SENTENCES) return sentences.join(' ');
  const last = sentences.at(-1) ?? '';
  return /[?؟]$/.test(last)
    ? [...sentences.slice(0, MOST_SENTENCES - 1), last].join(' ')
    : sentences.slice(0, MOST_SENTENCES).join(' ');
}

function paragraphsOf(text: string, language: string): string[] {
  const more = language === 'ar' ? MORE.ar : MORE.en;
  const comma = language === 'ar' ? '، ' : ', ';
  const paragraphs: string[] = [];
  let items: string[] = [];
  const endList = () => {
    if (items.length === 0) return;
    const left = items.length - MOST_ITEMS;
    const said = items.slice(0, MOST_ITEMS).join(comma) + (left > 0 ? more(left) : '');
    const before = paragraphs.at(-1);
    if (before?.endsWith(':')) paragraphs[paragraphs.length - 1] = `${before} ${closed(said)}`;
    else paragraphs.push(closed(said));
    items = [];
  };
  for (const line of text.replace(FENCE, '').split('\n')) {
    const plain = line.replace(LINK, '$1').replace(EMPHASIS, '');
    const said = plain.replace(LIST_ITEM, '').replace(HEADING, '').trim();
    if (said === '') continue;
    if (LIST_ITEM.test(plain)) items.push(said.replace(/[.;؛]$/, ''));
    else {
      endList();
      paragraphs.push(HEADING.test(plain) ? `${said}:` : closed(said));
    }
  }
  endList();
  // What announced a list or a picture that is not read out says nothing any more.
  return paragraphs.map((said) => said.replace(/[:،,]$/, '.'));
}

const closed = (said: string) => (ENDS_SENTENCE.test(said) ? said : `${said}.`);
