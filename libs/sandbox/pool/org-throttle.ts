/** An org is throttled after this number of stopped programs within {@link WINDOW_MS}: by CPU limit, by a limit of the type stripper, or with their thread. */
const STOPS = 5;
const WINDOW_MS = 60_000;
/** Duration of the throttling. The org's programs run one at a time. */
const THROTTLE_MS = 60_000;
/** CPU limit of a throttled org's programs. */
const THROTTLED_CPU_MS = 50;

interface OrgState {
  stoppedAt: number[];
  throttledUntil: number;
  running: number;
}

/** Counts the running programs of each org, and throttles orgs whose programs repeatedly exceed their CPU limit, so that others keep their share. */
export class OrgThrottle {
  private readonly orgs = new Map<string, OrgState>();

  /** Number of orgs with stored state. */
  get known(): number {
    return this.orgs.size;
  }

  /** Number of programs of the org in threads. */
  running(orgId: string): number {
    return this.orgs.get(orgId)?.running ?? 0;
  }

  mayStart(orgId: string, nowMs: number): boolean {
    return !this.isThrottled(orgId, nowMs) || this.running(orgId) === 0;
  }

  /** CPU limit of a program of the org, given its configured limit. */
  cpuMsOf(orgId: string, limitMs: number, nowMs: number): number {
    return this.isThrottled(orgId, nowMs) ? Math.min(limitMs, THROTTLED_CPU_MS) : limitMs;
  }

  started(orgId: string): void {
    this.stateOf(orgId).running += 1;
  }

  /** Counts a stopped program of the org, whether or not it was running. */
  stopped(orgId: string, nowMs: number): void {
    this.forgetOld(nowMs);
    const state = this.stateOf(orgId);
    state.stoppedAt = [...state.stoppedAt.filter((at) => at > nowMs - WINDOW_MS), nowMs];
    if (state.stoppedAt.length >= STOPS) state.throttledUntil = nowMs + THROTTLE_MS;
  }

  ended(orgId: string, wasStoppedForCpu: boolean, nowMs: number): void {
    const state = this.orgs.get(orgId);
    if (!state) return;
    state.running -= 1;
    if (wasStoppedForCpu) this.stopped(orgId, nowMs);
    else if (isOver(state, nowMs)) this.orgs.delete(orgId);
  }

  private stateOf(orgId: string): OrgState {
    const state = this.orgs.get(orgId) ?? { stoppedAt: [], throttledUntil: 0, running: 0 };
    this.orgs.set(orgId, state);
    return state;
  }

  /** Removes expired state of all orgs. Called with each stopped program, because an org without further programs is never looked up again. */
  private forgetOld(nowMs: number): void {
    for (const [orgId, state] of this.orgs) if (isOver(state, nowMs)) this.orgs.delete(orgId);
  }

  private isThrottled(orgId: string, nowMs: number): boolean {
    return (this.orgs.get(orgId)?.throttledUntil ?? 0) > nowMs;
  }
}

function isOver({ running, stoppedAt, throttledUntil }: OrgState, nowMs: number): boolean {
  return running === 0 && throttledUntil <= nowMs && stoppedAt.every((at) => at <= nowMs - WINDOW_MS);
}
