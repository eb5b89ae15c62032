import type { ExpectedCall, ScenarioStep, SeenStep } from '#pack-kit';
import type { Bom } from '../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../schema/artifacts/wiring.kind.ts';

export type Check = NonNullable<ScenarioStep['expect']['check']>;

interface CurrentArtifact {
  version: number;
  content: unknown;
}

/** The current content of an artifact of the conversation. */
export async function artifactOf(
  { rows, conversationId }: SeenStep,
  kind: string,
): Promise<CurrentArtifact | undefined> {
  const [found] = await rows<CurrentArtifact>(
    `SELECT v.version, coalesce(to_jsonb(v.content), v.content_json) AS content
       FROM artifacts a
       JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id AND v.version = a.current_version
      WHERE a.conversation_id = $1 AND a.kind = $2`,
    [conversationId, kind],
  );
  return found;
}

export async function bomOf(seen: SeenStep): Promise<Bom & { version: number }> {
  const found = await artifactOf(seen, 'bom');
  return { ...(found?.content as Bom), version: found?.version ?? 0 };
}

export async function wiringOf(seen: SeenStep): Promise<Wiring & { version: number }> {
  const found = await artifactOf(seen, 'wiring');
  return { ...(found?.content as Wiring), version: found?.version ?? 0 };
}

/** Each agent opens the panel of its written artifact. A real model may omit this. */
export const opens = (drawer: string): ExpectedCall => ({
  tool: `open_${drawer}_drawer`,
  data: { drawer, opened: true, exists: true },
  offlineOnly: true,
});
export const reads = (kind: string, data?: ExpectedCall['data']): ExpectedCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  ...(data !== undefined && { data }),
});
export const writes = (kind: string, data: ExpectedCall['data'] = {}): ExpectedCall => ({
  tool: 'write_file',
  arguments: { artifact_type: kind },
  data,
});

/** Drawers of the turn's `drawer.opened` events. */
export async function drawersOpened({ rows, turnId }: SeenStep): Promise<string[]> {
  const told = await rows<{ drawer: string }>(
    `SELECT payload->>'drawer' AS drawer FROM turn_events WHERE turn_id = $1 AND type = 'drawer.opened' ORDER BY seq`,
    [turnId],
  );
  return told.map(({ drawer }) => drawer);
}

/** Blocks of the prompt of a turn, as its trace has them. */
export async function blocksOf({ rows, traceId }: SeenStep): Promise<string[]> {
  const [span] = await rows<{ blocks: string[] }>(
    `SELECT attributes->'turnpike.context.blocks' AS blocks FROM spans WHERE trace_id = $1 AND name = 'context'`,
    [traceId],
  );
  return span?.blocks ?? [];
}

/** The problems of the failed checks. */
export const unless = (...checks: [holds: boolean, problem: string][]): string[] =>
  checks.filter(([holds]) => !holds).map(([, problem]) => problem);
