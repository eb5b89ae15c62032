import { z } from 'zod';
import { localTime } from '#text';
import {
  artifactsOf,
  countText,
  defineTool,
  filePath,
  ToolError,
  type ArtifactContent,
  type ArtifactFile,
  type ArtifactReading,
} from '#pack-kit';
import { findKind, kindArgument } from '../artifacts/known-kinds.ts';

const input = z.object({
  artifact_type: kindArgument,
  file_path: filePath.optional().describe('Only for code: one file, such as src/main.cpp.'),
  version: countText({ min: 1, description: 'Omitted: the latest.' }).optional(),
});

const file = z.object({
  path: z.string(),
  language: z.string(),
  content: z.string(),
  purpose: z.string().optional(),
  lines: z.int(),
  sha256: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string(),
});

const result = z.object({
  exists: z.boolean(),
  artifact_type: z.string(),
  artifact_id: z.string().optional(),
  title: z.string().optional(),
  version: z.int().optional(),
  currentVersion: z.int().optional(),
  content: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  updated_at: z.string().optional(),
  updated_by: z.string().optional(),
  file: file.optional(),
  totalFiles: z.int().optional(),
  availableFiles: z.array(z.string()).optional(),
  contentOmitted: z.boolean().optional(),
  truncated: z.boolean().optional(),
  message: z.string().optional(),
  warnings: z.array(z.string()).optional().describe('What of it no longer holds beside the other artifacts.'),
});
export type ReadFile = z.infer<typeof result>;

/** Maximum size of the content. The rest of the 256 KiB of a result is for its other fields. */
const MAX_CONTENT_BYTES = 240 * 1_024;

export const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads an artifact of this conversation (a document, a structured list, or one file), with its version.',
  values: ({ artifactKinds }) => ({ artifact_type: artifactKinds.map(({ kind }) => kind) }),
  category: 'artifact',
  input,
  result,
  verbatim: true,
  whenToUse: [
    'Before you change an artifact or rely on what stands in it.',
    'The content or text of a file or a document is to be shown or pasted.',
  ],
  examples: [
    'What is in the parts list right now?',
    'Open the requirements document text',
    'Show me src/main.cpp',
    'What have we settled so far?',
    'اعرض قائمة القطع الحالية',
  ],
  tier: 'universal',
  onlyWhereListed: true,
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  needsConversation: true,
  intents: ['hardware', 'document'],
  async execute({ artifact_type, file_path, version }, context): Promise<ReadFile> {
    const artifacts = artifactsOf(context);
    const kind = findKind(artifacts.kinds, artifact_type);
    if (file_path !== undefined && kind.format !== 'files')
      throw new ToolError('VALIDATION_FAILED', `${kind.kind} holds no files: leave file_path out.`, {
        fields: [{ name: 'file_path', problem: `only kinds that hold files take one` }],
      });
    const reading = await artifacts.read(kind.kind, version);
    if (!reading.exists) return missing(reading);
    const { timezone } = context;
    return file_path === undefined ? whole(reading, timezone) : oneFile(reading, file_path, timezone);
  },
});

type Found = Extract<ArtifactReading, { exists: true }>;

function missing({ kind, currentVersion }: Exclude<ArtifactReading, Found>): ReadFile {
  if (currentVersion !== null)
    return {
      exists: false,
      artifact_type: kind,
      currentVersion,
      message: `There is no such version of ${kind}; the current one is ${currentVersion}.`,
    };
  const message =
    kind === 'conversation_summary'
      ? 'The conversation is new: there is no summary of it yet.'
      : `There is no ${kind} yet; writing it makes version 1.`;
  return { exists: false, artifact_type: kind, message };
}

function headOf(
  { id, kind, title, version, updatedAt, updatedBy, warnings }: Found,
  timezone: string,
): ReadFile {
  return {
    exists: true,
    artifact_type: kind,
    artifact_id: id,
    title,
    version,
    updated_at: localTime(updatedAt, timezone),
    updated_by: updatedBy,
    ...(warnings && { warnings }),
  };
}

/** The files in the content; empty for kinds without files. */
function filesOf(content: ArtifactContent): ArtifactFile[] {
  if (typeof content === 'string' || !Array.isArray(content.files)) return [];
  return content.files as ArtifactFile[];
}

function oneFile(reading: Found, path: string, timezone: string): ReadFile {
  const files = filesOf(reading.content);
  const found = files.find((one) => one.path === path);
  const head = { ...headOf(reading, timezone), totalFiles: files.length };
  if (found)
    return { ...head, file: { ...found, updatedAt: localTime(new Date(found.updatedAt), timezone) } };
  const { artifact_type, artifact_id, version } = head;
  return {
    exists: false,
    artifact_type,
    artifact_id,
    version,
    totalFiles: files.length,
    message: `There is no file ${path} in ${artifact_type}.`,
    availableFiles: files.map((one) => one.path),
  };
}

/** The full artifact. Content that is too large is cut if possible, and marked as truncated or omitted. */
function whole(reading: Found, timezone: string): ReadFile {
  const head = headOf(reading, timezone);
  const { content } = reading;
  const bytes = Buffer.byteLength(typeof content === 'string' ? content : JSON.stringify(content));
  if (bytes <= MAX_CONTENT_BYTES) return { ...head, content };
  if (typeof content === 'string') {
    const kept = Buffer.from(content).subarray(0, MAX_CONTENT_BYTES).toString();
    return { ...head, content: kept.replace(/\uFFFD$/, ''), truncated: true };
  }
  const files = filesOf(content);
  if (files.length === 0) return { ...head, content };
  const listed = files.map(({ path, language, lines, purpose }) => ({ path, language, lines, purpose }));
  return { ...head, content: { ...content, files: listed }, contentOmitted: true, totalFiles: files.length };
}
