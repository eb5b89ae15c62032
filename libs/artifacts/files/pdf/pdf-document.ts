/** A text document, in reading order. */
export interface PdfDocument {
  title: string;
  /** Footer of every page, such as a note that it is a draft. */
  footer: string;
  blocks: PdfBlock[];
}

export type PdfBlock =
  | { heading: string }
  | { text: string }
  | { items: string[] }
  /** Names with values, one per line. */
  | { facts: (readonly [name: string, value: string])[] };

/** Renders the document as Markdown, with the footer at the end. */
export function toMarkdown({ title, footer, blocks }: PdfDocument): string {
  const parts = blocks.map((block) => {
    if ('heading' in block) return `## ${escaped(block.heading)}`;
    if ('text' in block) return escaped(block.text);
    if ('items' in block) return block.items.map((item) => `- ${escaped(item)}`).join('\n');
    return block.facts.map(([name, value]) => `- **${escaped(name)}:** ${escaped(value)}`).join('\n');
  });
  return `${[`# ${escaped(title)}`, ...parts, `---\n\n_${escaped(footer)}_`].join('\n\n')}\n`;
}

/** Escapes values, so that they do not become Markdown syntax. */
function escaped(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
