import {
  isRecord,
  ToolError,
  type ArrayKey,
  type ArtifactContent,
  type ArtifactFile,
  type ArtifactKind,
  type ArtifactWrite,
} from '#pack-kit';
import { FILES_KEY, languageOf } from '../content/files-content.ts';
import { givenContent } from '../content/read-content.ts';
import { appendJson, mergeJson, withKeys } from './json-merge.ts';
import { appendMarkdown, mergeMarkdown } from './markdown-merge.ts';

type Json = Record<string, unknown>;

/**
 * The content after the write, before validation by its schema. Every strategy creates a missing artifact.
 *
 * @throws ToolError VALIDATION_FAILED for content of the wrong type, CONFLICT for items that exist already.
 */
export function nextContent(
  kind: ArtifactKind,
  current: ArtifactContent | undefined,
  write: ArtifactWrite,
): ArtifactContent {
  const given = givenContent(kind, write);
  checkSort(kind, given, write.path);
  if (kind.format === 'markdown')
    return nextMarkdown(current as string | undefined, given as string, write.strategy);
  if (write.path !== undefined) return nextFile(current as Json | undefined, write);
  return nextJson(current as Json | undefined, given as Json, write.strategy, keysOf(kind));
}

/** Keys of the arrays of a kind, including its files. */
export function keysOf({ format, arrayKeys = {} }: ArtifactKind): Record<string, ArrayKey> {
  return format === 'files' ? { ...arrayKeys, files: FILES_KEY } : arrayKeys;
}

function checkSort({ kind, format }: ArtifactKind, content: unknown, path: string | undefined): void {
  if (path !== undefined && format !== 'files')
    throw refused(
      'file_path',
      `${kind} holds no files: leave file_path out.`,
      'only kinds that hold files take one',
    );
  // A single file may be JSON, given as an object.
  if (path !== undefined) return;
  if (format === 'markdown' && typeof content !== 'string')
    throw refused('content', `${kind} is markdown: give its content as text.`, 'expected text');
  if (format !== 'markdown' && !isRecord(content))
    throw refused('content', `${kind} is structured: give its content as an object.`, 'expected an object');
}

function refused(field: string, message: string, problem: string): ToolError {
  return new ToolError('VALIDATION_FAILED', message, { fields: [{ name: field, problem }] });
}

function nextMarkdown(
  current: string | undefined,
  content: string,
  strategy: ArtifactWrite['strategy'],
): string {
  const text = content.replaceAll('\r\n', '\n');
  if (current === undefined) return text;
  switch (strategy) {
    case 'append':
      return appendMarkdown(current, text);
    case 'merge':
      return mergeMarkdown(current, text);
    default:
      return text;
  }
}

function nextJson(
  current: Json | undefined,
  given: Json,
  strategy: ArtifactWrite['strategy'],
  keys: Record<string, ArrayKey>,
): Json {
  if (current === undefined) return withKeys(given, keys);
  switch (strategy) {
    case 'append':
      return appendJson(current, withKeys(given, {}), keys);
    case 'merge':
      return mergeJson(current, given, keys);
    default:
      return withKeys(given, keys);
  }
}

/** Writes one file and keeps the others. */
function nextFile(current: Json | undefined, write: ArtifactWrite): Json {
  const { path = '', language, strategy } = write;
  // Some callers repeat the path beside the text.
  const wrapped = isRecord(write.content) && !path.endsWith('.json') ? write.content.content : undefined;
  const given = typeof wrapped === 'string' ? wrapped : write.content;
  const content = typeof given === 'string' ? given : `${JSON.stringify(given, null, 2)}\n`;
  const files = Array.isArray(current?.files) ? (current.files as ArtifactFile[]) : [];
  const before = files.find((file) => file.path === path);
  const text = before && strategy === 'append' ? appended(before.content, content) : content;
  const file = { ...before, path, language: language ?? before?.language ?? languageOf(path), content: text };
  return { ...current, files: before ? files.map((one) => (one === before ? file : one)) : [...files, file] };
}

function appended(before: string, added: string): string {
  return before === '' || before.endsWith('\n') ? before + added : `${before}\n${added}`;
}
