import { z } from 'zod';
import {
  artifactUpdated,
  artifactWritten,
  defineTool,
  filePath,
  writeArtifact,
  type ArtifactWritten,
} from '#pack-kit';

const input = z.object({
  filename: filePath.describe('Relative path, such as src/config.h.'),
  content: z.string().describe('The whole text of the file.'),
  language: z.string().max(32).optional().describe('Omitted: by the extension.'),
});

export const addCodeFile = defineTool({
  name: 'add_code_file',
  description: 'Adds a source file to the project, or writes it anew; all other files stay as they are.',
  category: 'artifact',
  capability: 'artifact',
  input,
  result: artifactWritten,
  whenToUse: [
    'One source file is to be added or written anew.',
    'Firmware or a program is to be written for the device.',
  ],
  examples: [
    'Add a header with the pin numbers',
    'Create a file for the wifi setup',
    'Put the display routine in its own file',
    'أضف ملفا لأرقام المنافذ',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'write',
  needsConversation: true,
  lane: 'artifacts',
  intents: ['hardware'],
  shortFor: 'write_file',
  events: artifactUpdated,
  execute: ({ filename: path, content, language }, context): Promise<ArtifactWritten> =>
    writeArtifact(context, { kind: 'code', strategy: 'replace', path, content, language }),
});
