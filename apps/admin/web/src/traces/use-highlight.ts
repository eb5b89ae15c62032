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
    const ranges = rangesOf(element.current, words.toLowerCase());
    CSS.highlights.set(MARKS, new Highlight(...ranges));
    ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
    return () => void CSS.highlights.delete(MARKS);
  }, [element, words, content]);
}

function rangesOf(element: HTMLElement, words: string): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && ranges.length < MAX_MARKS; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      ranges.push(range);
    }
  }
  return ranges;
}
