import { useEffect, type RefObject } from 'react';

/** Name of the highlight in `span-peek.module.css`. */
const MARKS = 'found-words';
const MAX_MARKS = 500;

/** Highlights `words` without changing the DOM and scrolls to the first match; again when `content` changes. */
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

/** The first `most` case-insensitive matches in the original text, because lower-casing can change its length. */
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
