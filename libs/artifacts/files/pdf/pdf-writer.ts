import { TurnpikeError } from '#contracts';
import { textWidth, winAnsi, type FontName } from './helvetica.ts';
import type { PdfBlock, PdfDocument } from './pdf-document.ts';

/** A4 in points of 1/72 inch. */
const PAGE = { width: 595, height: 842 };
const MARGIN = 56;
const FOOTER_SIZE = 8;
const BODY_SIZE = 10.5;
const HEADING_SIZE = 13;
const TITLE_SIZE = 18;
const LINE_HEIGHT = 1.35;
const ITEM_INDENT = 14;
const FIRST_PAGE_OBJECT = 5;

/** A letter outside the standard fonts, which cover Western European letters only. */
export class UnprintableTextError extends TurnpikeError {
  constructor(
    /** The text that contains the letter. */
    readonly text: string,
    readonly sign: string,
  ) {
    super(`The PDF cannot show "${sign}" in "${text.slice(0, 80)}": write it in Latin letters.`, {
      code: 'UNPRINTABLE_TEXT',
      kind: 'invalid',
    });
  }
}

interface Line {
  text: string;
  font: FontName;
  size: number;
  indent: number;
  /** Space above the line, in points. */
  above: number;
}

/**
 * Renders the document as PDF 1.4 with the standard fonts. Equal documents have equal bytes.
 *
 * @throws UnprintableTextError for letters that the standard fonts lack, such as Arabic or Greek ones.
 */
export function writePdf(document: PdfDocument): Uint8Array {
  const pages = toPages(linesOf(document));
  return assemble(
    document.title,
    pages.map((page, index) => contentOf(page, `${document.footer}   ${index + 1} / ${pages.length}`)),
  );
}

function linesOf({ title, blocks }: PdfDocument): Line[] {
  return [
    ...wrap(title, { font: 'Helvetica-Bold', size: TITLE_SIZE, indent: 0, above: 0 }),
    ...blocks.flatMap(blockLines),
  ];
}

function blockLines(block: PdfBlock): Line[] {
  const body = { font: 'Helvetica', size: BODY_SIZE, indent: 0, above: 6 } as const;
  if ('heading' in block)
    return wrap(block.heading, { font: 'Helvetica-Bold', size: HEADING_SIZE, indent: 0, above: 14 });
  if ('text' in block) return wrap(block.text, body);
  if ('items' in block)
    return block.items.flatMap((item) => wrap(`• ${item}`, { ...body, indent: ITEM_INDENT, above: 3 }));
  return block.facts.flatMap(([name, value]) => wrap(`${name}: ${value}`, { ...body, above: 3 }));
}

/** Breaks a text at spaces, and words longer than a line at its end. */
function wrap(text: string, style: Omit<Line, 'text'>): Line[] {
  const width = PAGE.width - 2 * MARGIN - style.indent;
  const fits = (line: string) => textWidth(line, style.font, style.size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of checked(text).split(/\s+/).filter(Boolean)) {
    if (line !== '' && fits(`${line} ${word}`)) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      let end = line.length - 1;
      while (end > 1 && !fits(line.slice(0, end))) end -= 1;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  if (line !== '') lines.push(line);
  return lines.map((part, index) => ({ ...style, text: part, above: index === 0 ? style.above : 0 }));
}

function checked(text: string): string {
  for (const sign of text)
    if (!/\s/.test(sign) && winAnsi(sign) === undefined) throw new UnprintableTextError(text, sign);
  return text;
}

function toPages(lines: readonly Line[]): { line: Line; y: number }[][] {
  const top = PAGE.height - MARGIN;
  const pages: { line: Line; y: number }[][] = [[]];
  let y = top;
  for (const line of lines) {
    const height = line.size * LINE_HEIGHT;
    y -= line.above + height;
    if (y < MARGIN + 2 * FOOTER_SIZE) {
      pages.push([]);
      y = top - height;
    }
    pages.at(-1)?.push({ line, y });
  }
  return pages;
}

function contentOf(page: readonly { line: Line; y: number }[], footer: string): string {
  const shown = page.map(({ line, y }) => show(line, y));
  const small: Line = { text: checked(footer), font: 'Helvetica', size: FOOTER_SIZE, indent: 0, above: 0 };
  return [...shown, show(small, MARGIN - FOOTER_SIZE)].join('\n');
}

function show({ text, font, size, indent }: Line, y: number): string {
  const name = font === 'Helvetica' ? 'F1' : 'F2';
  return `BT /${name} ${size} Tf ${MARGIN + indent} ${y.toFixed(2)} Td ${literal(text)} Tj ET`;
}

function literal(text: string): string {
  const bytes = Array.from(text, (sign) => String.fromCharCode(winAnsi(sign) ?? 32)).join('');
  return `(${bytes.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

/** Objects 1 to 4 are catalogue, page tree and fonts. Pages with their contents follow, then the document information. */
function assemble(title: string, contents: readonly string[]): Uint8Array {
  const pageObject = (index: number) => FIRST_PAGE_OBJECT + 2 * index;
  const font = (name: FontName) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const kids = contents.map((_, index) => `${pageObject(index)} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${pageObject(index) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title ${literal(title)} /Producer (Turnpike) >>`,
  ];
  let file = '%PDF-1.4\n%\xE2\xE3\xCF\xD3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
