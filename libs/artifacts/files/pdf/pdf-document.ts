/** A document of words, in the order in which it is read. */
export interface PdfDocument {
  title: string;
  /** Stands on every page, such as what kind of draft it is. */
  footer: string;
  blocks: PdfBlock[];
}

export type PdfBlock =
  | { heading: string }
  | { text: string }
  | { items: string[] }
  /** Names with their values, one below the other. */
  | { facts: (readonly [name: string, value: string])[] };

/** The document as Markdown, with the footer at its end. */
export function toMarkdown({ title, footer, blocks }: PdfDocument): string {
  const parts = blocks.map((block) => {
    if ('heading' in block) return `## ${escaped(block.heading)}`;
    if ('text' in block) return escaped(block.text);
    if ('items' in block) return block.items.map((item) => `- ${escaped(item)}`).join('\n');
    return block.facts.map(([name, value]) => `- **${escaped(name)}:** ${escaped(value)}`).join('\n');
  });
  return `${[`# ${escaped(title)}`, ...parts, `---\n\n_${escaped(footer)}_`].join('\n\n')}\n`;
}

/** What stands in the values must not become a part of the form. */
function escaped(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
