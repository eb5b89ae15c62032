import { z } from 'zod';
import { artifactWritten } from '#tools';
import {
  artifactUpdated,
  defineTool,
  ToolError,
  type ArtifactWrite,
  type Tool,
  type ToolContext,
} from '#pack-kit';
import { writeArtifact } from './write-artifact.ts';

const result = artifactWritten.extend({ deprecated: z.literal(true), replacedBy: z.literal('write_file') });
export type UpdatedArtifact = z.infer<typeof result>;

interface UpdateTool<Input extends z.ZodObject> {
  name: `update_${string}`;
  description: string;
  input: Input;
  examples: string[];
  /** The arguments of the `write_file` call that it stands for. */
  write: (given: z.infer<Input>, context: ToolContext) => ArtifactWrite | Promise<ArtifactWrite>;
}

/**
 * A deprecated tool that `write_file` replaces. It writes the same way, names its replacement in the result, and its calls
 * are counted (`npm run tools -- deprecated`).
 */
export function updateTool<Input extends z.ZodObject>(spec: UpdateTool<Input>): Tool {
  const { name, description, input, examples, write } = spec;
  return defineTool({
    name,
    description,
    category: 'artifact',
    capability: 'artifact_legacy',
    input,
    result,
    whenToUse: ['Only for clients that still call it by its name; use write_file.'],
    examples,
    tier: 'always',
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: 'write',
    needsConversation: true,
    lane: 'artifacts',
    intents: ['hardware'],
    deprecated: { replacedBy: 'write_file', reason: 'write_file writes every kind of artifact' },
    tells: artifactUpdated,
    async execute(given, context): Promise<UpdatedArtifact> {
      const done = await writeArtifact(context, await write(given as z.infer<Input>, context));
      return { ...done, deprecated: true, replacedBy: 'write_file' };
    },
  });
}

/** @throws ToolError VALIDATION_FAILED where none of the fields is given. */
export function atLeastOne(given: Record<string, unknown>, { shape }: z.ZodObject): void {
  if (Object.values(given).some((value) => value !== undefined)) return;
  const names = Object.keys(shape).join(', ');
  throw new ToolError('VALIDATION_FAILED', `Give at least one of ${names}.`, {
    fields: [{ name: names, problem: 'expected at least one of them' }],
  });
}
