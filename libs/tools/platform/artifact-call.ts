import type { ArtifactContent, ArtifactKind } from '../artifacts/artifact-kind.ts';
import type { ArtifactFile, ArtifactsPort } from '../artifacts/artifacts-port.ts';
import { findKind } from '../artifacts/known-kinds.ts';
import type { ToolContext } from '../tool-context.ts';
import { ToolError } from '../tool.errors.ts';

/** @throws ToolError PRECONDITION_FAILED for a call that belongs to no conversation. */
export function artifactsOf(context: ToolContext): ArtifactsPort {
  if (context.artifacts) return context.artifacts;
  throw new ToolError('PRECONDITION_FAILED', 'Artifacts belong to a conversation, and this call to none.', {
    missing: ['conversation'],
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
