import { z } from 'zod';
import {
  type ArtifactContent,
  type ArtifactKind,
  mergeStrategies,
  type ArtifactFile,
  type ArtifactsPort,
  type ArtifactWrite,
  type ToolContext,
  ToolError,
} from '#pack-kit';
import { findKind } from '../artifacts/known-kinds.ts';

/** @throws ToolError PRECONDITION_FAILED for a call that belongs to no conversation. */
export function artifactsOf(context: ToolContext): ArtifactsPort {
  if (context.artifacts) return context.artifacts;
  throw new ToolError('PRECONDITION_FAILED', 'Artifacts belong to a conversation, and this call to none.', {
    missing: ['conversation'],
  });
}

/** What a tool answers that has written an artifact. */
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

/** @throws ToolError as {@link ArtifactsPort.write}. */
export function writeArtifact(
  context: ToolContext,
  artifacts: ArtifactsPort,
  write: ArtifactWrite,
): Promise<ArtifactWritten> {
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

/** @throws ToolError VALIDATION_FAILED that names the kinds there are. */
export function kindNamed(artifacts: ArtifactsPort, name: string): ArtifactKind {
  return findKind(artifacts.kinds, name);
}

/** The files of a content that holds files; none otherwise. */
export function filesOf(content: ArtifactContent): ArtifactFile[] {
  if (typeof content === 'string' || !Array.isArray(content.files)) return [];
  return content.files as ArtifactFile[];
}
