import { contentStems, normalizedWords } from '#text';
import type { ModelTool } from '#models';
import type { OfflineHints } from './hints.ts';
import { readMessage, type ReadMessage } from './message.ts';
import { toolText, valueWords } from './vocabulary.ts';

/** Shorter words have too many neighbours. */
const MIN_LETTERS = 6;

/**
 * The message with the words of the tools in place of those that are one letter off, for messages that fit no tool as
 * they are written. Undefined where there is nothing to correct. Only the choice of the tool rests on it: values are
 * read from what was written.
 */
export function withoutTypingErrors(
  message: ReadMessage,
  tools: readonly ModelTool[],
  hints: OfflineHints,
): ReadMessage | undefined {
  const specs = tools.map((tool) => ({ tool, spec: hints.tool(tool.name) }));
  const stems = new Set(specs.flatMap(({ tool, spec }) => [...toolText(tool, spec).terms.keys()]));
  const known = [
    ...new Set(
      specs
        .flatMap(({ spec }) => [...(spec?.hints?.cues ?? []), ...(spec?.examples ?? []), ...valueWords(spec)])
        .flatMap(normalizedWords),
    ),
  ].filter((word) => word.length >= MIN_LETTERS);
  let changed = false;
  const words = message.words.map((word) => {
    if (word.length < MIN_LETTERS || /\d/.test(word) || contentStems([word]).some((stem) => stems.has(stem)))
      return word;
    const [meant, ...others] = known.filter(
      // A plural of what is known in the singular, too.
      (one) => isOneLetterOff(word, one) || (word.endsWith('s') && isOneLetterOff(word.slice(0, -1), one)),
    );
    if (meant === undefined || others.some((other) => other !== `${meant}s` && meant !== `${other}s`))
      return word;
    changed = true;
    return meant;
  });
  return changed ? readMessage(words.join(' ')) : undefined;
}

/** One letter is missing, too many, another one, or two have changed places; the first letter is right. */
export function isOneLetterOff(left: string, right: string): boolean {
  if (left === right || left[0] !== right[0] || Math.abs(left.length - right.length) > 1) return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const rest = (word: string, from: number) => word.slice(from);
  return (
    rest(left, at + 1) === rest(right, at + 1) ||
    rest(left, at + 1) === rest(right, at) ||
    rest(left, at) === rest(right, at + 1) ||
    (left[at] === right[at + 1] && left[at + 1] === right[at] && rest(left, at + 2) === rest(right, at + 2))
  );
}
