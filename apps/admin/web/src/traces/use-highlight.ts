import { useEffect, type RefObject } from 'react';

/** The name of the marks in `span-peek.module.css`. */
const MARKS = 'found-words';
/** More marks than anybody reads. */
const MAX_MARKS = 500;

/**
 * Marks `words` wherever they stand in the element, and brings the first into view. Nothing in the page is changed for it:
 * the browser draws the marks. Drawn anew when `content` is another one.
 */
export function useHighlight(
  element: RefObject<HTMLElement | null>,
  words: string | undefined,
  content: unknown,
): void {
  useEffect(() => {
    if (!element.current || words === undefined || !('highlights' in CSS)) return undefined;
    const ranges = rangesOf(element.current, words);
    CSS.highlights.set(MARKS, new Highlight(...ranges));
    ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
    return () => void CSS.highlights.delete(MARKS);
  }, [element, words, content]);
}

function rangesOf(element: HTMLElement, words: string): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && ranges.length < MAX_MARKS; node = texts.nextNode()) {
    for (const { from, to } of placesOf(node.nodeValue ?? '', words, MAX_MARKS - ranges.length)) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  }
  return ranges;
}

/**
 * Where `words` stand in `text`, in capitals or small letters, the first `most`. Looked for in the text as it is: a letter in
 * small can be longer than the one it is made from.
 */
export function placesOf(text: string, words: string, most = MAX_MARKS): { from: number; to: number }[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  const places = [];
  for (const match of text.matchAll(pattern)) {
    if (places.length >= most) break;
    places.push({ from: match.index, to: match.index + match[0].length });
  }
  return places;
}
