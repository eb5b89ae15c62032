/** So many programs of an org stopped for CPU, for what they took of the reader of TypeScript, or with their thread, within {@link WINDOW_MS} … */
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

/** Knows how many programs each org has running, and holds back an org whose programs burn CPU until they are stopped, so that others keep theirs. */
export class OrgBrake {
  private readonly orgs = new Map<string, OrgState>();

  /** Orgs that something is kept of. */
  get known(): number {
    return this.orgs.size;
  }

  /** How many programs of the org are in threads. */
  running(orgId: string): number {
    return this.orgs.get(orgId)?.running ?? 0;
  }

  mayStart(orgId: string, nowMs: number): boolean {
    return !this.isBraked(orgId, nowMs) || this.running(orgId) === 0;
  }

  /** Of the CPU limit that a program of the org has by its setting, what it gets now. */
  cpuMsOf(orgId: string, limitMs: number, nowMs: number): number {
    return this.isBraked(orgId, nowMs) ? Math.min(limitMs, BRAKED_CPU_MS) : limitMs;
  }

  started(orgId: string): void {
    this.stateOf(orgId).running += 1;
  }

  /** A program of the org was stopped, whether or not it was running. */
  stopped(orgId: string, nowMs: number): void {
    this.forgetOld(nowMs);
    const state = this.stateOf(orgId);
    state.stoppedAt = [...state.stoppedAt.filter((at) => at > nowMs - WINDOW_MS), nowMs];
    if (state.stoppedAt.length >= STOPS) state.brakedUntil = nowMs + BRAKE_MS;
  }

  ended(orgId: string, wasStoppedForCpu: boolean, nowMs: number): void {
    const state = this.orgs.get(orgId);
    if (!state) return;
    state.running -= 1;
    if (wasStoppedForCpu) this.stopped(orgId, nowMs);
    else if (isOver(state, nowMs)) this.orgs.delete(orgId);
  }

  private stateOf(orgId: string): OrgState {
    const state = this.orgs.get(orgId) ?? { stoppedAt: [], brakedUntil: 0, running: 0 };
    this.orgs.set(orgId, state);
    return state;
  }

  /** With each program that is stopped: of an org that runs no other, nobody would ask again. */
  private forgetOld(nowMs: number): void {
    for (const [orgId, state] of this.orgs) if (isOver(state, nowMs)) this.orgs.delete(orgId);
  }

  private isBraked(orgId: string, nowMs: number): boolean {
    return (this.orgs.get(orgId)?.brakedUntil ?? 0) > nowMs;
  }
}

function isOver({ running, stoppedAt, brakedUntil }: OrgState, nowMs: number): boolean {
  return running === 0 && brakedUntil <= nowMs && stoppedAt.every((at) => at <= nowMs - WINDOW_MS);
}
