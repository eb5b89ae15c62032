import type { Program } from '../program.ts';
import type { LiveProgram } from './live-program.ts';

/** A program that is queued for a slot in a thread. */
export interface WaitingProgram {
  program: Program;
  /** Wall-clock time already used. */
  spentMs: number;
  start: (live: LiveProgram) => void;
  reject: (error: unknown) => void;
}

/** Queue of programs, in order of arrival. */
export class WaitingPrograms {
  private readonly programs: WaitingProgram[] = [];

  add(waiting: WaitingProgram): void {
    this.programs.push(waiting);
  }

  remove(waiting: WaitingProgram): void {
    const at = this.programs.indexOf(waiting);
    if (at >= 0) this.programs.splice(at, 1);
  }

  takeAll(): WaitingProgram[] {
    return this.programs.splice(0);
  }

  /**
   * Takes the first program of the org with the fewest running programs, so that an org with hundreds does not delay the
   * others. Returns undefined if no program may start.
   */
  takeNext(
    mayStart: (orgId: string) => boolean,
    running: (orgId: string) => number,
  ): WaitingProgram | undefined {
    let next: { waiting: WaitingProgram; running: number } | undefined;
    for (const waiting of this.programs) {
      const { orgId } = waiting.program;
      const ofOrg = running(orgId);
      if ((next && next.running <= ofOrg) || !mayStart(orgId)) continue;
      next = { waiting, running: ofOrg };
      if (ofOrg === 0) break;
    }
    if (next) this.remove(next.waiting);
    return next?.waiting;
  }
}
