/** A heading with the text up to the next heading of any level. The text before the first heading has none. */
interface Section {
  /** The original line of the heading; empty for the preamble. */
  heading: string;
  body: string;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The body that removes its section. */
const DELETE = '_delete';

/**
 * Merges the sections of `incoming` into `current`, by level and heading. Common sections are replaced, new ones are
 * inserted after their predecessor in `incoming`, and all others are unchanged.
 */
export function mergeMarkdown(current: string, incoming: string): string {
  const sections = sectionsOf(current);
  const keysOf = (all: Section[]) => numbered(all.map(({ heading }) => keyOf(heading)));
  const placeOf = new Map(keysOf(sections).map((key, place) => [key, place]));
  const removed = new Set<Section>();
  const added = new Map<Section | undefined, Section[]>();
  const given = sectionsOf(incoming);
  const keys = keysOf(given);
  let after: Section | undefined;
  for (const [index, section] of given.entries()) {
    const place = placeOf.get(keys[index] ?? '');
    const known = place === undefined ? undefined : sections[place];
    if (!known) {
      if (section.body.trim() !== DELETE) added.set(after, [...(added.get(after) ?? []), section]);
      continue;
    }
    if (section.body.trim() === DELETE && section.heading) removed.add(known);
    else if (section.body.trim() !== '') known.body = section.body;
    if (known.heading) after = known;
  }
  // A new section without a known predecessor is added at the end.
  const kept = sections.flatMap((section) => [
    ...(removed.has(section) ? [] : [section]),
    ...(section.heading ? (added.get(section) ?? []) : []),
  ]);
  return joined([...kept, ...(added.get(undefined) ?? [])]);
}

/** Appends `added` to `current` after a blank line, unless `current` already ends with it. */
export function appendMarkdown(current: string, added: string): string {
  const [before, after] = [current.trimEnd(), added.trim()];
  if (after === '' || before === after || before.endsWith(`\n${after}`)) return current;
  return before === '' ? `${after}\n` : `${before}\n\n${after}\n`;
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: '', body: '' }];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (!fence || (mark[0] === fence[0] && mark.length >= fence.length && /^[\s`~]*$/.test(line))))
      fence = fence ? undefined : mark;
    const last = sections.at(-1);
    if (!fence && !mark && HEADING.test(line)) sections.push({ heading: line, body: '' });
    else if (last) last.body += `${line}\n`;
  }
  return sections;
}

/** Level and words of a heading, without letter case, closing # characters and a colon. */
function keyOf(heading: string): string {
  if (heading === '') return '';
  const [, marks = '', words = ''] = HEADING.exec(heading) ?? [];
  const bare = words
    .replace(/(?<![ \t])[ \t]+#+$/, '')
    .trim()
    .replace(/:$/, '')
    .trimEnd();
  return `${marks.length} ${bare.toLowerCase()}`;
}

/** Makes keys unique by numbering sections with the same heading. */
function numbered(keys: string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return `${number} ${key}`;
  });
}

/** Joins sections with one blank line. */
function joined(sections: Section[]): string {
  const texts = sections
    .map(({ heading, body }) => (heading ? `${heading}\n${body}` : body).trimEnd())
    .filter((text) => text !== '');
  return texts.length === 0 ? '' : `${texts.join('\n\n')}\n`;
}
