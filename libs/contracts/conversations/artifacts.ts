import { z } from 'zod';
import { uuid } from '../values/ids.ts';
import { wholeNumber } from '../values/numbers.ts';
import { pageOf } from '../values/page.ts';

export const artifactKindName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'expected the name of a kind, such as conversation_summary');
const versionNumber = z.int().min(1);

const artifactAuthor = z.object({
  kind: z
    .enum(['user', 'agent', 'system'])
    .describe('user: a member; agent: in a turn; system: the platform.'),
  user: uuid.nullable().describe('Id of the member; null for other authors.'),
  agent: z.string().nullable().describe('Name of the agent; null for other authors.'),
});

const artifactView = z.object({
  id: uuid.describe('Id of the artifact, not of the conversation.'),
  kind: artifactKindName,
  title: z.string(),
  version: versionNumber.describe('The current version.'),
  bytes: z.int().describe('Size of the content of that version.'),
  createdAt: z.iso.datetime().describe('When its first version was written (ISO 8601, UTC).'),
  updatedAt: z.iso.datetime().describe('When the current version was written.'),
  updatedBy: artifactAuthor,
  links: z
    .object({ self: z.string(), versions: z.string() })
    .describe('Paths of the artifact and of its versions.'),
});
export type ArtifactView = z.infer<typeof artifactView>;
export const artifactPage = pageOf(artifactView);

const artifactVersionView = z.object({
  version: versionNumber,
  createdAt: z.iso.datetime(),
  author: artifactAuthor,
  turnId: uuid.nullable().describe('Turn in which it was written.'),
  strategy: z.enum(['replace', 'append', 'merge']).describe('How it was made from the previous version.'),
  bytes: z.int(),
  change: z
    .object({ added: z.int(), removed: z.int() })
    .describe(
      'Changed lines compared with the previous version; structured content counts as indented JSON.',
    ),
  warnings: z.array(z.string()).describe('Checks that did not stop the write.'),
});
export type ArtifactVersionView = z.infer<typeof artifactVersionView>;
export const artifactVersionPage = pageOf(artifactVersionView);

export const artifactContentView = artifactVersionView.extend({
  id: uuid,
  kind: artifactKindName,
  title: z.string(),
  currentVersion: versionNumber,
  content: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .describe('Markdown as text, everything else as an object.'),
  parts: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Contents of a summary by part; null for other kinds.'),
  difference: z
    .string()
    .nullable()
    .describe('Difference from the version in `against`, in unified format; null without `against`.'),
});
export type ArtifactContentView = z.infer<typeof artifactContentView>;

const versionQuery = wholeNumber(1, 2_147_483_647);
export const artifactQuery = z.strictObject({
  version: versionQuery.optional().describe('A version; the current one when absent.'),
  against: versionQuery
    .optional()
    .describe('Another version to compare with; the answer contains the difference.'),
});
export type ArtifactQuery = z.infer<typeof artifactQuery>;
