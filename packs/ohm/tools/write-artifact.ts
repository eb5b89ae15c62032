import {
  ToolError,
  writeArtifact as write,
  type ArtifactsPort,
  type ArtifactWrite,
  type ArtifactWritten,
  type ToolContext,
} from '#tools';

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
