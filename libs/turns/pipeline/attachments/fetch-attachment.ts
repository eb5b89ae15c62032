import type { Span } from '@opentelemetry/api';
import { EmptyFileError, MAX_FILE_BYTES, UnsupportedMediaError } from '#artifacts';
import { OutboundError, OutboundRefusedError } from '#outbound';
import { ATTRIBUTES, markFailed, withSpan } from '#telemetry';
import { AttachmentRepository } from './attachment.repository.ts';
import type { TurnPorts, TurnRun } from '../turn-context.ts';

export interface AttachedAddress {
  messageId: string;
  /** Position among the attachments of the message, from 0. */
  index: number;
  url: string;
}

/**
 * The result of a fetch in the journal: the file, or the reason why there is no file. `missingSettings` lists the settings
 * that the problem mentions.
 */
export type Fetched = { fileId: string } | { problem: string; missingSettings?: string[] };

/**
 * Fetches an attachment and stores it as a file, or returns the result of an earlier run. A failed fetch is also a result.
 *
 * @throws the abort reason of the run's signal.
 */
export async function fetchOnce(ports: TurnPorts, run: TurnRun, address: AttachedAddress): Promise<Fetched> {
  const key = `attachment:${address.index}`;
  const before = run.log.recorded<Fetched>(key);
  if (before) return before;
  const fetched = await withSpan('fetch_attachment', { kind: 'load' }, async (span) => {
    const outcome = await fetchFile(ports, run, address, span);
    span.setAttribute(ATTRIBUTES.output, JSON.stringify(outcome));
    return outcome;
  });
  if ('fileId' in fetched) {
    const { orgId, contactId } = run.row;
    const at = ports.clock.now();
    await ports.database.forOrg(orgId, (tx) =>
      new AttachmentRepository(tx).keepFetched({ ...address, ...fetched, contactId }, at),
    );
  }
  run.log.record(key, fetched);
  await run.log.flush();
  return fetched;
}

async function fetchFile(
  ports: TurnPorts,
  { row, signal }: TurnRun,
  { url, index }: AttachedAddress,
  span: Span,
): Promise<Fetched> {
  try {
    const response = await ports.http.request({ url, maxBytes: MAX_FILE_BYTES, signal });
    const file = await ports.files.store(row.orgId, {
      name: nameOfUrl(response.url),
      content: response.bytes,
      origin: `turn:${row.id}:${index}`,
    });
    return { fileId: file.id };
  } catch (error) {
    const expected =
      error instanceof OutboundError ||
      error instanceof UnsupportedMediaError ||
      error instanceof EmptyFileError;
    if (!expected) throw error;
    // The reason names the host of the contact's address, so it is only in the output, which not everybody may read.
    markFailed(span, Object.assign(new Error('The file could not be had.'), { name: error.name }));
    const setting = error instanceof OutboundRefusedError ? error.setting : undefined;
    return { problem: error.message, ...(setting && { missingSettings: [setting] }) };
  }
}

/** The last segment of the path, or else the host. */
export function nameOfUrl(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast(Boolean);
  if (!last) return hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    // A path may contain a literal percent sign.
    return last;
  }
}
