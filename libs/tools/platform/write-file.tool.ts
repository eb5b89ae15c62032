import { z } from 'zod';
import {
  artifactsOf,
  artifactUpdated,
  artifactWritten,
  countText,
  defineTool,
  filePath,
  mergeStrategies,
  writeArtifact,
} from '#pack-kit';
import { contentNote, findKind, kindArgument, writableKinds } from '../artifacts/known-kinds.ts';

const MAX_TITLE_CHARACTERS = 120;

const input = z.object({
  artifact_type: kindArgument,
  content: z
    .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    // A list is read as the main list of its kind; models need not know.
    .meta({
      anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
      description: 'Text for Markdown kinds and with file_path, otherwise an object.',
    }),
  merge_strategy: z
    .enum(mergeStrategies)
    .default('replace')
    .describe(
      'append: content is added at the end; merge: the given sections, items (by id) and fields change, and null or _delete: true removes.',
    ),
  file_path: filePath.optional().describe('Only for code: the one file to write, such as src/main.cpp.'),
  language: z.string().max(32).optional().describe('Language of that file. Omitted: by the extension.'),
  base_version: countText({
    min: 0,
    description: 'Version that the change is based on.',
  }).optional(),
  title: z.string().trim().min(1).max(MAX_TITLE_CHARACTERS).optional().describe('Omitted: the usual title.'),
});

export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes a new version of an artifact of this conversation. Read it first, so that nothing in it is lost.',
  note: ({ artifactKinds }) => contentNote(artifactKinds),
  values: ({ artifactKinds }) => ({ artifact_type: writableKinds(artifactKinds).map(({ kind }) => kind) }),
  category: 'artifact',
  input,
  result: artifactWritten,
  whenToUse: [
    'Whenever an artifact of the conversation must be made or changed.',
    'A value in a sheet, list or document is to be set or put differently.',
  ],
  examples: [
    'Save this as the project brief',
    'Add a second sensor to the parts list',
    'Put the updated firmware into src/main.cpp',
    'Write down the feature list',
    'احفظ هذا في قائمة القطع',
  ],
  tier: 'universal',
  onlyWhereListed: true,
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  needsConversation: true,
  lane: 'artifacts',
  intents: ['hardware', 'document'],
  events: artifactUpdated,
  async execute(given, context) {
    const { kind } = findKind(artifactsOf(context).kinds, given.artifact_type);
    const { file_path: path, language, title } = given;
    return writeArtifact(context, {
      kind,
      content: given.content,
      strategy: given.merge_strategy,
      path,
      language,
      baseVersion: given.base_version,
      title,
    });
  },
});
