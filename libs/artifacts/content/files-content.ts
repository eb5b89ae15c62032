import { createHash } from 'node:crypto';
import { z } from 'zod';
import { alsoByName, alsoNamed, filePath, ToolError, type ArrayKey, type ArtifactFile } from '#pack-kit';

/** Language by file extension. The default is `text`. */
const LANGUAGES: Record<string, string> = {
  cpp: 'cpp',
  cc: 'cpp',
  hpp: 'cpp',
  c: 'c',
  ino: 'ino',
  h: 'h',
  py: 'py',
  js: 'js',
  ts: 'ts',
  json: 'json',
  ini: 'ini',
  md: 'md',
  yaml: 'yaml',
  yml: 'yaml',
  txt: 'txt',
  html: 'html',
  css: 'css',
  sh: 'sh',
  sql: 'sql',
};
const MAX_PURPOSE_CHARACTERS = 200;
const MAX_LANGUAGE_CHARACTERS = 32;

/** The key by which files of two contents are matched. */
export const FILES_KEY: ArrayKey = { key: 'path' };

/** A file as given by a caller. Fields that the server computes are ignored and computed again. */
const givenFile = z.object({
  path: filePath,
  language: z.string().max(MAX_LANGUAGE_CHARACTERS).optional(),
  content: z.string(),
  purpose: z.string().max(MAX_PURPOSE_CHARACTERS).optional(),
});
const anyFile = alsoNamed(givenFile, {
  path: 'filename filepath file name',
  content: 'code text source',
  purpose: 'description',
});
export const givenFiles = z
  .object({ files: alsoByName(z.array(anyFile), { key: 'path', value: 'content' }) })
  .loose();

export function languageOf(path: string): string {
  return LANGUAGES[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text';
}

/**
 * Adds the fields that the server computes. An unchanged file keeps its time and author.
 *
 * @throws ToolError VALIDATION_FAILED for two paths that differ only in upper and lower case.
 */
export function finishFiles(
  files: readonly z.infer<typeof givenFile>[],
  before: readonly ArtifactFile[],
  by: { at: string; author: string },
): ArtifactFile[] {
  refuseTwins(files.map(({ path }) => path));
  const known = new Map(before.map((file) => [file.path, file]));
  return files.map((file) => {
    const content = file.content.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    const sha256 = createHash('sha256').update(content).digest('hex');
    const earlier = known.get(file.path);
    const language = file.language || languageOf(file.path);
    const unchanged =
      earlier?.sha256 === sha256 && earlier.language === language && earlier.purpose === file.purpose;
    return {
      path: file.path,
      language,
      content,
      ...(file.purpose !== undefined && { purpose: file.purpose }),
      lines: content === '' ? 0 : content.replace(/\n$/, '').split('\n').length,
      sha256,
      updatedAt: unchanged ? earlier.updatedAt : by.at,
      updatedBy: unchanged ? earlier.updatedBy : by.author,
    };
  });
}

function refuseTwins(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const other = seen.get(path.toLowerCase());
    if (other !== undefined)
      throw new ToolError(
        'VALIDATION_FAILED',
        `The paths ${other} and ${path} differ only in upper and lower case.`,
        {
          fields: [{ name: 'files', problem: `two files would be named ${path.toLowerCase()}` }],
        },
      );
    seen.set(path.toLowerCase(), path);
  }
}
