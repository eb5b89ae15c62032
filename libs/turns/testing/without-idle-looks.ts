import { IDLE_LOOK_MS, Wake } from '../wake.ts';

const NEVER_MS = 3_600_000;

/** From here to `jest.restoreAllMocks` a reader of events looks at them only when it has heard news of some. */
export function withoutIdleLooks(): void {
  const wait = Wake.prototype.wait;
  jest.spyOn(Wake.prototype, 'wait').mockImplementation(function (this: Wake, timeoutMs: number) {
    return wait.call(this, timeoutMs === IDLE_LOOK_MS ? NEVER_MS : timeoutMs);
  });
}
