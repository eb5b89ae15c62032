import type { ModelObstacle } from './language-model.ts';

type Obstacle = Pick<ModelObstacle, 'reason' | 'againInMs'>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Longer waits are said in minutes. */
const LONGEST_IN_SECONDS_MS = 2 * MINUTE_MS;

/** Why a model is not asked, and for how long. */
export function obstacleInWords({ reason, againInMs }: Obstacle): string {
  return againInMs === undefined ? reason : `${reason}; it is asked again in ${timeInWords(againInMs)}`;
}

/** Why none of several models is asked: each reason once, with the models that it holds for and the shortest wait. */
export function obstaclesInWords(models: readonly (Obstacle & { model: string })[]): string {
  const byReason = Map.groupBy(models, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, those]) => {
      const names = [...new Set(those.map(({ model }) => model))];
      const waits = those.flatMap(({ againInMs }) => againInMs ?? []);
      const againInMs = waits.length > 0 ? Math.min(...waits) : undefined;
      if (names.length === 1) return `${names[0]}: ${obstacleInWords({ reason, againInMs })}`;
      const again = againInMs === undefined ? '' : `; the first is asked again in ${timeInWords(againInMs)}`;
      return `${names.join(', ')}: ${reason}${again}`;
    })
    .join('. ');
}

/** A wait as somebody reads it, rounded up: `12 s`, `5 min`. */
export function timeInWords(ms: number): string {
  return ms < LONGEST_IN_SECONDS_MS ? `${Math.ceil(ms / SECOND_MS)} s` : `${Math.ceil(ms / MINUTE_MS)} min`;
}
