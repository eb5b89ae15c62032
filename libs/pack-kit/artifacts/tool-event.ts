import type { TurnEventType } from '#contracts';

/** An additional event that a successful call sends to the stream subscribers of its turn. */
export interface ToolEvent {
  type: Extract<TurnEventType, 'artifact.updated' | 'drawer.opened'>;
  payload: Record<string, unknown>;
}

/** `ToolSpec.events` for tools that write an artifact and return the result of {@link writeArtifact}. */
export function artifactUpdated(data: {
  artifact_id: string;
  artifact_type: string;
  version: number;
  changed: boolean;
}): ToolEvent[] {
  if (!data.changed) return [];
  const { artifact_id: artifactId, artifact_type: kind, version } = data;
  return [{ type: 'artifact.updated', payload: { artifactId, kind, version } }];
}
