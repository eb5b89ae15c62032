/** So many programs of an org stopped for CPU, or for what they took of the reader of TypeScript, within {@link WINDOW_MS} … */
const STOPS = 5;
const WINDOW_MS = 60_000;
/** … and its programs run one at a time for so long … */
const BRAKE_MS = 60_000;
/** … with no more CPU time than this. */
const BRAKED_CPU_MS = 50;

interface OrgState {
  stoppedAt: number[];
  brakedUntil: number;
  running: number;
}

/** Holds back an org whose programs burn CPU until they are stopped, so that others keep theirs. */
export class OrgBrake {
  private readonly orgs = new Map<string, OrgState>();

  mayStart(orgId: string, nowMs: number): boolean {
    return !this.isBraked(orgId, nowMs) || this.orgs.get(orgId)?.running === 0;
  }

  /** Of the CPU limit that a program of the org has by its setting, what it gets now. */
  cpuMsOf(orgId: string, limitMs: number, nowMs: number): number {
    return this.isBraked(orgId, nowMs) ? Math.min(limitMs, BRAKED_CPU_MS) : limitMs;
  }

  started(orgId: string): void {
    const state = this.orgs.get(orgId) ?? { stoppedAt: [], brakedUntil: 0, running: 0 };
    state.running += 1;
    this.orgs.set(orgId, state);
  }

  /** A program of the org was stopped, whether or not it was running. */
  stopped(orgId: string, nowMs: number): void {
    const state = this.orgs.get(orgId) ?? { stoppedAt: [], brakedUntil: 0, running: 0 };
    state.stoppedAt = [...state.stoppedAt.filter((at) => at > nowMs - WINDOW_MS), nowMs];
    if (state.stoppedAt.length >= STOPS) state.brakedUntil = nowMs + BRAKE_MS;
    this.orgs.set(orgId, state);
  }

  ended(orgId: string, wasStoppedForCpu: boolean, nowMs: number): void {
    const state = this.orgs.get(orgId);
    if (!state) return;
    state.running -= 1;
    state.stoppedAt = state.stoppedAt.filter((at) => at > nowMs - WINDOW_MS);
    if (wasStoppedForCpu) this.stopped(orgId, nowMs);
    const isForgettable = state.running === 0 && state.stoppedAt.length === 0 && state.brakedUntil <= nowMs;
    if (isForgettable) this.orgs.delete(orgId);
  }

  private isBraked(orgId: string, nowMs: number): boolean {
    return (this.orgs.get(orgId)?.brakedUntil ?? 0) > nowMs;
  }
}
