import { z } from 'zod';
import { ToolError, type ArtifactsPort, type ArtifactWrite, type ToolContext } from '#tools';

/** What `write_file` returns, and every tool that writes the same way. */
export const written = z.object({
  success: z.literal(true),
  artifact_id: z.string(),
  artifact_type: z.string(),
  version: z.int(),
  previousVersion: z.int().nullable(),
  changed: z.boolean(),
  strategy: z.enum(['replace', 'append', 'merge']),
  file_path: z.string().optional(),
  totalFiles: z.int().optional(),
  warnings: z.array(z.string()).optional(),
});
export type Written = z.infer<typeof written>;

/** @throws ToolError PRECONDITION_FAILED for a call that belongs to no conversation. */
export function artifactsOf({ artifacts }: ToolContext): ArtifactsPort {
  if (artifacts) return artifacts;
  throw new ToolError('PRECONDITION_FAILED', 'Artifacts belong to a project, and this call to none.', {
    missing: ['conversation'],
  });
}

/** Writes an artifact as `write_file` does. @throws ToolError as that. */
export function writeArtifact(context: ToolContext, write: ArtifactWrite): Promise<Written> {
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
