import { z } from 'zod';
import {
  ToolError,
  type ArtifactContent,
  type ArtifactFile,
  type ArtifactKind,
  type ArtifactSiblings,
} from '#pack-kit';
import { finishFiles, givenFiles } from './files-content.ts';
import { checkSize } from './limits.ts';
import { readContent } from './read-content.ts';

const MAX_PROBLEMS = 8;

/**
 * Validates a content against the schema and limits of its kind, and adds the fields that the server computes.
 *
 * @throws ToolError VALIDATION_FAILED with the invalid fields, or LIMIT_EXCEEDED.
 */
export async function finishContent(
  kind: ArtifactKind,
  content: ArtifactContent,
  from: {
    before: ArtifactContent | undefined;
    siblings: ArtifactSiblings;
    by: { at: string; author: string };
  },
): Promise<{ content: ArtifactContent; warnings: string[] }> {
  const checked = checkedContent(kind, content, from);
  checkSize(kind, checked);
  const finished = (await kind.finish?.(checked as Record<string, unknown>, from.siblings)) ?? {
    content: checked,
  };
  checkSize(kind, finished.content);
  return { content: finished.content, warnings: finished.warnings ?? [] };
}

function checkedContent(
  kind: ArtifactKind,
  content: ArtifactContent,
  from: Parameters<typeof filesContent>[2],
): ArtifactContent {
  if (typeof content === 'string') return content;
  const read = readContent(kind, content, 'dropped');
  return kind.format === 'files' ? filesContent(kind, read, from) : parsed(kind, kind.schema, read);
}

function filesContent(
  kind: ArtifactKind,
  content: Record<string, unknown>,
  { before, by }: { before: ArtifactContent | undefined; by: { at: string; author: string } },
): Record<string, unknown> {
  const { files, ...rest } = parsed(kind, givenFiles, content);
  const earlier = typeof before === 'object' ? ((before.files ?? []) as ArtifactFile[]) : [];
  const others = kind.schema ? (parsed(kind, kind.schema, rest) as Record<string, unknown>) : {};
  return { ...others, files: finishFiles(files, earlier, by) };
}

function parsed<Content>(
  kind: ArtifactKind,
  schema: z.ZodType<Content> | undefined,
  content: unknown,
): Content {
  if (!schema) throw new TypeError(`The kind ${kind.kind} has no schema`);
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const fields = result.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => ({ name: path.map(String).join('.') || 'content', problem: message }));
  const problems = fields.map(({ name, problem }) => `${name}: ${problem}`).join('; ');
  throw new ToolError('VALIDATION_FAILED', `This is not a valid ${kind.kind}: ${problems}.`, { fields });
}
