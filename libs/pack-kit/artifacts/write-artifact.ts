import { z } from 'zod';
import type { ToolContext } from '../tool-context.ts';
import { preconditionFailed } from '../tool.errors.ts';
import { mergeStrategies, type ArtifactsPort, type ArtifactWrite } from './artifacts-port.ts';

/** The artifacts of the call's conversation. @throws ToolError PRECONDITION_FAILED for a call outside a conversation. */
export function artifactsOf(context: ToolContext): ArtifactsPort {
  if (context.artifacts) return context.artifacts;
  throw preconditionFailed('Artifacts belong to a conversation, and this call has none.', 'conversation');
}

/** Result of a tool that writes an artifact. */
export const artifactWritten = z.object({
  success: z.literal(true),
  artifact_id: z.string(),
  artifact_type: z.string(),
  version: z.int(),
  previousVersion: z.int().nullable(),
  changed: z.boolean(),
  strategy: z.enum(mergeStrategies),
  file_path: z.string().optional(),
  totalFiles: z.int().optional(),
  warnings: z.array(z.string()).optional(),
});
export type ArtifactWritten = z.infer<typeof artifactWritten>;

/** Writes an artifact and returns the result of `write_file`. @throws ToolError as {@link artifactsOf} and {@link ArtifactsPort.write}. */
export function writeArtifact(context: ToolContext, write: ArtifactWrite): Promise<ArtifactWritten> {
  const artifacts = artifactsOf(context);
  return context.write(async (tx) => {
    const { id, kind, version, previousVersion, changed, strategy, totalFiles, warnings } =
      await artifacts.write(tx, write, context.idempotencyKey);
    return {
      success: true,
      artifact_id: id,
      artifact_type: kind,
      version,
      previousVersion,
      changed,
      strategy,
      ...(write.path !== undefined && { file_path: write.path }),
      ...(totalFiles !== undefined && { totalFiles }),
      ...(warnings.length > 0 && { warnings }),
    };
  });
}
