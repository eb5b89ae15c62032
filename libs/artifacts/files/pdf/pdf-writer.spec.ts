import { toMarkdown, type PdfDocument } from './pdf-document.ts';
import { readPdfText } from './pdf-text.ts';
import { UnprintableTextError, writePdf } from './pdf-writer.ts';

const document: PdfDocument = {
  title: 'Sale agreement',
  footer: 'Draft for legal review',
  blocks: [
    { heading: 'Price' },
    { text: 'The price is €175,000 (one hundred and seventy-five thousand euro). José agrees.' },
    { items: ['A quick completion', 'Brackets (and a backslash \\) stay'] },
    { facts: [['Seller', 'Christos Demetriou']] },
  ],
};
const textOf = async (content: Uint8Array) => {
  const read = await readPdfText(Buffer.from(content), new AbortController().signal);
  return 'text' in read ? read.text.replaceAll(/\s+/g, ' ') : read.problem;
};

it('writes text that a PDF reader extracts again', async () => {
  const text = await textOf(writePdf(document));
  for (const part of [
    'Sale agreement',
    '€175,000',
    'José',
    'Brackets (and a backslash \\)',
    'Seller: Christos Demetriou',
  ])
    expect(text).toContain(part);
});

it('breaks lines and pages, with the footer on each', async () => {
  const long = {
    ...document,
    blocks: Array.from({ length: 90 }, (_, at) => ({ text: `${at} ${'word '.repeat(40)}` })),
  };
  const content = writePdf(long);
  const text = await textOf(content);
  const pages = Number(/\/Count (\d+)/.exec(Buffer.from(content).toString('latin1'))?.[1]);
  expect(pages).toBeGreaterThan(3);
  expect(text.match(/Draft for legal review/g)).toHaveLength(pages);
  expect(text).toContain('89 word');
  expect(await textOf(writePdf({ ...document, blocks: [{ text: 'x'.repeat(500) }] }))).toContain('xxx');
});

it('writes the same bytes for the same document', () =>
  expect(Buffer.from(writePdf(document)).equals(Buffer.from(writePdf(document)))).toBe(true));

it('rejects letters that its fonts lack', () =>
  expect(() => writePdf({ ...document, blocks: [{ text: 'عمر' }] })).toThrow(UnprintableTextError));

it('renders Markdown with escaped values', () => {
  const text = toMarkdown({ ...document, blocks: [{ facts: [['Name', 'A *b*\n# c']] }, { items: ['x'] }] });
  expect(text).toBe(
    '# Sale agreement\n\n- **Name:** A \\*b\\* \\# c\n\n- x\n\n---\n\n_Draft for legal review_\n',
  );
});
