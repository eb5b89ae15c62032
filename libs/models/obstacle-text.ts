import type { ModelObstacle } from './language-model.ts';

/** Maximum time for which a call waits for a circuit or a key, instead of failing. */
const WORTH_WAITING_MS = 5_000;

/** True if a model that is usable again after `waitMs` is waited for. */
export function isShortWait(waitMs: number | undefined): waitMs is number {
  return waitMs !== undefined && waitMs <= WORTH_WAITING_MS;
}

type Obstacle = Pick<ModelObstacle, 'reason' | 'retryInMs'>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Longer waits are shown in minutes. */
const LONGEST_IN_SECONDS_MS = 2 * MINUTE_MS;

/** Describes why a model is not called, and for how long. */
export function obstacleText({ reason, retryInMs }: Obstacle): string {
  return retryInMs === undefined ? reason : `${reason}; retry in ${waitText(retryInMs)}`;
}

/** Describes why none of several models is called: each reason once, with its models and the shortest wait. */
export function obstaclesText(models: readonly (Obstacle & { model: string })[]): string {
  const byReason = Map.groupBy(models, ({ reason }) => reason.replace(/\.$/, ''));
  return [...byReason]
    .map(([reason, those]) => {
      const names = [...new Set(those.map(({ model }) => model))];
      const waits = those.flatMap(({ retryInMs }) => retryInMs ?? []);
      const retryInMs = waits.length > 0 ? Math.min(...waits) : undefined;
      if (names.length === 1) return `${names[0]}: ${obstacleText({ reason, retryInMs })}`;
      const again = retryInMs === undefined ? '' : `; first retry in ${waitText(retryInMs)}`;
      return `${names.join(', ')}: ${reason}${again}`;
    })
    .join('. ');
}

/** Formats a wait, rounded up: `12 s`, `5 min`. */
export function waitText(ms: number): string {
  return ms < LONGEST_IN_SECONDS_MS ? `${Math.ceil(ms / SECOND_MS)} s` : `${Math.ceil(ms / MINUTE_MS)} min`;
}
