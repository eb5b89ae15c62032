/** The number of words in a document. */
export const wordCount = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;

/** Sections as markdown, one heading each. */
export function toMarkdown(
  title: string,
  sections: readonly { title: string; lines: readonly string[] }[],
): string {
  return [
    `# ${title}`,
    ...sections.map(
      ({ title: heading, lines }) => `## ${heading}\n${lines.map((line) => `- ${line}`).join('\n')}`,
    ),
  ].join('\n\n');
}
