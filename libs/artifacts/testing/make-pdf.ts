import { deflateSync } from 'node:zlib';

const pdfString = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;

/** Long text is written in a small font, because text beyond the edge of a page is not extracted. */
const fontSize = (text: string) => Math.min(12, 900 / Math.max(1, text.length));

export function makePdf(pages: string[], trailer = ''): Buffer {
  const contents = pages.map((text) =>
    Buffer.from(`BT /F1 ${fontSize(text).toFixed(3)} Tf 40 700 Td ${pdfString(text)} Tj ET`),
  );
  return assemble(contents, '', trailer);
}

export function makeEncryptedPdf(): Buffer {
  const bytes = `<${'ab'.repeat(32)}>`;
  const encryption = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${bytes} /U ${bytes} >>`;
  return makePdf(['secret'], `${encryption} /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`);
}

/** A small file whose only page decompresses to `bytes` bytes. */
export function makePdfBomb(bytes: number): Buffer {
  return assemble([deflateSync(Buffer.alloc(bytes, 'q Q '), { level: 9 })], '/Filter /FlateDecode', '');
}

function assemble(contents: Buffer[], filter: string, trailer: string): Buffer {
  const pageNumber = (index: number) => 4 + index * 2;
  const kids = contents.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects: (string | Buffer)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [`<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ...contents.flatMap((content, index) => [
      [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      ],
      [`<< /Length ${content.length} ${filter} >>\nstream\n`, content, '\nendstream'],
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: string | Buffer) => {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(`${index + 1} 0 obj\n`);
    for (const part of object) add(part);
    add('\nendobj\n');
  }
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
