import { writeArtifact as write, type ArtifactWritten } from '#tools';
import { ToolError, type ArtifactsPort, type ArtifactWrite, type ToolContext } from '#pack-kit';

/** @throws ToolError PRECONDITION_FAILED for a call that belongs to no conversation. */
export function artifactsOf({ artifacts }: ToolContext): ArtifactsPort {
  if (artifacts) return artifacts;
  throw new ToolError('PRECONDITION_FAILED', 'Artifacts belong to a project, and this call to none.', {
    missing: ['conversation'],
  });
}

/** Writes an artifact as `write_file` does. @throws ToolError as that. */
export function writeArtifact(context: ToolContext, artifact: ArtifactWrite): Promise<ArtifactWritten> {
  return write(context, artifactsOf(context), artifact);
}
