import type { FileRow } from '#artifacts';
import { ModelPicture, type MessagePart } from '#models';
import type { StoredAttachment } from '../../message.entity.ts';
import type { TurnPorts, TurnRun } from '../turn-context.ts';
import { cutToTokens } from './cut-to-tokens.ts';
import { describeFile, describeProblem, PDF_PROBLEMS } from './describe-attachment.ts';
import { fetchOnce, nameOfUrl } from './fetch-attachment.ts';

/** What the texts of all attachments of a message may take together; each has an equal share. */
export const ATTACHMENT_TOKENS = 12_000;

interface AttachedMessage {
  id: string;
  attachments: StoredAttachment[];
}

/**
 * What a model is told of a message's attachments: texts within {@link ATTACHMENT_TOKENS}, pictures, and of what cannot
 * be had the name and the reason. Addresses are fetched once, however often the turn is run.
 */
export function loadAttachments(
  ports: TurnPorts,
  run: TurnRun,
  { id: messageId, attachments }: AttachedMessage,
): Promise<MessagePart[]> {
  const maxTokens = Math.floor(ATTACHMENT_TOKENS / Math.max(1, attachments.length));
  return Promise.all(
    attachments.map(async ({ url, fileId }, index) => {
      const source = url ? await fetchOnce(ports, run, { messageId, index, url }) : { fileId: fileId ?? '' };
      if ('problem' in source) return describeProblem(index, nameOfUrl(url ?? ''), source.problem);
      const file = await ports.files.find(run.turn.orgId, source.fileId);
      if (!file) return describeProblem(index, source.fileId, 'it is no longer there');
      if (file.mediaType.startsWith('image/')) return picture(ports, run, file, index);
      return textOf(ports, run, file, index, maxTokens);
    }),
  );
}

async function picture(
  ports: TurnPorts,
  { turn }: TurnRun,
  file: FileRow,
  index: number,
): Promise<MessagePart> {
  const opened = await ports.files.open(turn.orgId, file.id);
  if (!opened) return describeProblem(index, file.name, 'it is no longer there');
  return new ModelPicture(file.name, file.mediaType, file.sha256, opened.content);
}

async function textOf(
  ports: TurnPorts,
  { turn, signal }: TurnRun,
  file: FileRow,
  index: number,
  maxTokens: number,
): Promise<MessagePart> {
  const read = await ports.files.textOf(turn.orgId, file.id, signal);
  if (!read || 'problem' in read)
    return describeProblem(index, file.name, PDF_PROBLEMS[read?.problem ?? 'UNREADABLE']);
  return describeFile(index, file, await cutToTokens(read.text, maxTokens));
}
