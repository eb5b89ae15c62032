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
import { findKind, writableKindsNote } from '../artifacts/known-kinds.ts';

const MAX_TITLE_CHARACTERS = 120;

const input = z.object({
  artifact_type: z.string().trim().min(1).max(64).describe('Kind of the artifact.'),
  content: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .describe('Markdown as text; a structured kind as an object; with file_path the text of that file.'),
  merge_strategy: z
    .enum(mergeStrategies)
    .default('replace')
    .describe(
      'replace: this is all of it; append: added at the end; merge: sections or items that it names change, all others stay.',
    ),
  file_path: filePath
    .optional()
    .describe('The one file that is written, such as src/main.cpp; only for kinds that hold files.'),
  language: z.string().max(32).optional().describe('Of that file; by its ending when left out.'),
  base_version: countText({
    min: 0,
    description: 'Version that you have read and changed. A newer one is not overwritten.',
  }).optional(),
  title: z.string().trim().min(1).max(MAX_TITLE_CHARACTERS).optional(),
});

export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Creates or changes an artifact of this conversation as a new version; earlier versions stay. Read it first, so that nothing in it is lost.',
  note: ({ artifactKinds }) => writableKindsNote(artifactKinds),
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
