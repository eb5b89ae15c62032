import { ToolError, type ArtifactContent, type ArtifactFile, type ArtifactKind } from '#pack-kit';

const KB = 1_000;
export const MAX_MARKDOWN_BYTES = 100 * KB;
export const MAX_JSON_BYTES = 256 * KB;
export const MAX_FILES = 50;
export const MAX_FILE_BYTES = 200 * KB;
export const MAX_FILES_BYTES = 1_000 * KB;

/** Size of the stored content, in bytes. */
export function bytesOf(content: ArtifactContent): number {
  return Buffer.byteLength(typeof content === 'string' ? content : JSON.stringify(content));
}

/** Checks the size of a content. @throws ToolError LIMIT_EXCEEDED with size and limit. */
export function checkSize({ kind, format }: ArtifactKind, content: ArtifactContent): void {
  const bytes = bytesOf(content);
  if (format === 'markdown') return refuseAbove(bytes, MAX_MARKDOWN_BYTES, `${kind}`);
  if (format === 'json') return refuseAbove(bytes, MAX_JSON_BYTES, `${kind}`);
  const files = (content as { files: ArtifactFile[] }).files;
  if (files.length > MAX_FILES)
    throw new ToolError(
      'LIMIT_EXCEEDED',
      `${kind} holds at most ${MAX_FILES} files, these are ${files.length}.`,
      {
        limit: MAX_FILES,
      },
    );
  for (const file of files)
    refuseAbove(Buffer.byteLength(file.content), MAX_FILE_BYTES, `The file ${file.path}`);
  return refuseAbove(bytes, MAX_FILES_BYTES, kind);
}

function refuseAbove(bytes: number, limit: number, what: string): void {
  if (bytes <= limit) return;
  throw new ToolError('LIMIT_EXCEEDED', `${what} would have ${bytes} bytes; the limit is ${limit}.`, {
    bytes,
    limit,
  });
}
