import type { TurnEventType } from '#contracts';

/** What readers of a turn are told of a successful call, beside that it has ended. */
export interface ToolEvent {
  type: Extract<TurnEventType, 'artifact.updated' | 'drawer.opened'>;
  payload: Record<string, unknown>;
}

/** For `ToolSpec.tells` of tools that write an artifact and return what `write_file` does. */
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
