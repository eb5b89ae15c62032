import type { FileRow } from '#artifacts';
import { ModelPicture, type MessagePart } from '#models';
import type { StoredAttachment } from '../../message.entity.ts';
import { failureForCaller } from '#tools';
import { type AttachedContent } from '#pack-kit';
import type { TurnPorts, TurnRun } from '../turn-context.ts';
import { cutToTokens } from '../context/cut-to-tokens.ts';
import { describeFile, describeProblem, PDF_PROBLEMS } from './describe-attachment.ts';
import { fetchOnce, nameOfUrl } from './fetch-attachment.ts';

/** Maximum tokens of all attached texts of a message together, divided into equal shares. */
export const ATTACHMENT_TOKENS = 12_000;

/** One attachment: as a part for a model, and as content for the pack. */
export interface LoadedAttachment {
  part: MessagePart;
  content: AttachedContent;
}

interface AttachedMessage {
  id: string;
  attachments: StoredAttachment[];
}

/**
 * Loads the attachments of a message: texts within {@link ATTACHMENT_TOKENS}, and pictures. For an attachment that cannot
 * be read, the name and the reason are returned. Each URL is fetched once, even if the turn runs several times.
 */
export function loadAttachments(
  ports: TurnPorts,
  run: TurnRun,
  { id: messageId, attachments }: AttachedMessage,
): Promise<LoadedAttachment[]> {
  const maxTokens = Math.floor(ATTACHMENT_TOKENS / Math.max(1, attachments.length));
  return Promise.all(
    attachments.map(async ({ url, fileId }, index) => {
      const source = url ? await fetchOnce(ports, run, { messageId, index, url }) : { fileId: fileId ?? '' };
      if ('problem' in source) {
        const { problem, ...help } = source;
        const { error = problem } = failureForCaller(
          { success: false, error: problem, data: help },
          run.row.callerKind,
        );
        return unread(index, { name: nameOfUrl(url ?? ''), mediaType: null }, error);
      }
      const file = await ports.files.find(run.row.orgId, source.fileId);
      if (!file) return unread(index, { name: source.fileId, mediaType: null }, 'it is no longer there');
      if (file.mediaType.startsWith('image/')) return picture(ports, run, file, index);
      return textOf(ports, run, file, index, maxTokens);
    }),
  );
}

async function picture(
  ports: TurnPorts,
  { row }: TurnRun,
  file: FileRow,
  index: number,
): Promise<LoadedAttachment> {
  const opened = await ports.files.open(row.orgId, file.id);
  if (!opened) return unread(index, file, 'it is no longer there');
  const { name, mediaType } = file;
  return {
    part: new ModelPicture(name, mediaType, file.sha256, opened.content),
    content: { name, mediaType },
  };
}

async function textOf(
  ports: TurnPorts,
  { row, signal }: TurnRun,
  file: FileRow,
  index: number,
  maxTokens: number,
): Promise<LoadedAttachment> {
  const read = await ports.files.textOf(row.orgId, file.id, signal);
  if (!read || 'problem' in read) return unread(index, file, PDF_PROBLEMS[read?.problem ?? 'UNREADABLE']);
  const shown = await cutToTokens(read.text, maxTokens);
  const { name, mediaType } = file;
  return { part: describeFile(index, file, shown), content: { name, mediaType, text: shown.text } };
}

/** @param problem completes the sentence "could not be read:". */
function unread(
  index: number,
  { name, mediaType }: Pick<AttachedContent, 'name' | 'mediaType'>,
  problem: string,
): LoadedAttachment {
  return { part: describeProblem(index, name, problem), content: { name, mediaType, problem } };
}
