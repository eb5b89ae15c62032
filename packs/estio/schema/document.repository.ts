import { createHash } from 'node:crypto';
import { FileRepository, toMarkdown, UnprintableTextError, writePdf, type PdfDocument } from '#artifacts';
import { newId } from '#config';
import { type Clock, type OrgTransaction, preconditionFailed } from '#pack-kit';

type DocumentFormat = 'pdf' | 'markdown';

const MEDIA_TYPES = { pdf: 'application/pdf', markdown: 'text/markdown' } as const;
const ENDINGS = { pdf: 'pdf', markdown: 'md' } as const;

/** @throws ToolError PRECONDITION_FAILED for a PDF with letters that the PDF writer cannot show. */
export function renderDocument(document: PdfDocument, format: DocumentFormat): Uint8Array {
  if (format === 'markdown') return Buffer.from(toMarkdown(document), 'utf8');
  try {
    return writePdf(document);
  } catch (error) {
    if (!(error instanceof UnprintableTextError)) throw error;
    throw preconditionFailed(
      `${error.message} Or ask for the format markdown.`,
      `text in Latin letters: ${error.text.slice(0, 80)}`,
    );
  }
}

/**
 * Stores a document as a file of the org, linked to its contacts: erasing one of them removes it.
 *
 * @param place of the pack, such as `contract:contract-001`.
 * @returns with the URL, which needs a key of the org.
 */
export async function keepDocument(
  tx: OrgTransaction,
  clock: Clock,
  document: {
    /** A new id if absent. */
    id?: string;
    name: string;
    content: Uint8Array;
    format: DocumentFormat;
    place: string;
    contactIds: readonly string[];
  },
): Promise<{ documentId: string; url: string }> {
  const { content, format, place, contactIds, id = newId(clock) } = document;
  const files = new FileRepository(tx);
  const createdAt = clock.now();
  await files.insert(
    {
      id,
      name: `${document.name}.${ENDINGS[format]}`,
      mediaType: MEDIA_TYPES[format],
      bytes: content.byteLength,
      sha256: createHash('sha256').update(content).digest('hex'),
      origin: null,
      createdAt,
    },
    content,
  );
  for (const contactId of contactIds)
    await files.use({ fileId: id, place: `estio:${place}:${contactId}`, contactId }, createdAt);
  return { documentId: id, url: `/v1/files/${id}/content` };
}

/** @throws ToolError PRECONDITION_FAILED if the file no longer exists */
export async function documentContent(
  tx: OrgTransaction,
  documentId: string,
): Promise<{ name: string; content: Buffer }> {
  const files = new FileRepository(tx);
  const file = await files.find(documentId);
  const stored = file && (await files.content(file.sha256));
  if (!file || !stored) throw preconditionFailed('The document is no longer there; make it anew.');
  return { name: file.name, content: stored.content };
}

/** Removes documents with their links to contacts. @returns the number of files removed. */
export async function removeDocuments(tx: OrgTransaction, documentIds: readonly string[]): Promise<number> {
  if (documentIds.length === 0) return 0;
  await tx.execute('DELETE FROM file_uses WHERE org_id = $1 AND file_id = ANY($2)', [documentIds]);
  return new FileRepository(tx).removeUnused([...documentIds]);
}
