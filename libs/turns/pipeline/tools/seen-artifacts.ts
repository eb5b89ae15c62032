import { versionsSeen } from '#artifacts';
import { RUN_PROGRAM } from '#tools';
import type { EarlierRuns } from '../../run/claimed-turn.ts';
import type { RecordedToolCall } from '../recorded-calls.ts';
import type { RecordedCall } from '../programs/program-journal.ts';

/** A successful tool call, by the model itself or within a program. */
interface SeenCall {
  arguments: { version?: unknown };
  result: unknown;
}

/** Versions of artifacts that earlier runs of the turn read or wrote; empty in the first run. */
export function seenArtifacts({ steps }: Pick<EarlierRuns, 'steps'>): Map<string, number> {
  const calls = [...steps.values()].flatMap(
    ({ outcome }) => madeByModel(outcome) ?? madeByProgram(outcome) ?? [],
  );
  // A call for an old version by number does not show the current version.
  return versionsSeen(
    calls.filter((call) => call.arguments.version === undefined).map(({ result }) => result),
  );
}

function madeByModel(outcome: unknown): SeenCall | undefined {
  const { tool, success, arguments: given = {}, modelText } = (outcome ?? {}) as Partial<RecordedToolCall>;
  // A program can return anything. Its calls have their own journal entries.
  if (tool === undefined || tool === RUN_PROGRAM || !success || !modelText?.includes('"artifact_type"'))
    return undefined;
  return { arguments: given, result: (JSON.parse(modelText) as { data?: unknown }).data };
}

function madeByProgram(outcome: unknown): SeenCall | undefined {
  const { tool, ok, input, answer } = (outcome ?? {}) as Partial<RecordedCall>;
  if (tool === undefined || !ok || input === undefined || !answer?.includes('"artifact_type"'))
    return undefined;
  return { arguments: JSON.parse(input) as SeenCall['arguments'], result: JSON.parse(answer) };
}
