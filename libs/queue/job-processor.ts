import { TurnpikeError } from '#contracts';
import type { JobName, JobPayload } from './job-catalogue.ts';

/** What a processor knows of the job beside its payload. */
export interface JobRun {
  id: string;
  /** 1 for the first start. */
  attempt: number;
  /** No further attempt follows when this one fails. */
  lastAttempt: boolean;
}

/** The one handler of a job: parse, one call, map the error. */
export interface JobProcessor<Name extends JobName = JobName> {
  readonly job: Name;
  /**
   * @throws RunLaterError to have the job back after a pause without losing an attempt, as after a
   *   DatabaseUnavailableError; PermanentJobError, or another error of retry class `fail`, to give it up at once; anything
   *   else for another attempt.
   */
  process(payload: JobPayload<Name>, run: JobRun): Promise<void>;
}

/** "Not now": the job comes back after the pause, and no attempt is used up. */
export class RunLaterError extends Error {
  constructor(
    readonly delayMs: number,
    reason: string,
  ) {
    super(reason);
    this.name = 'RunLaterError';
  }
}

/** No further attempt can help. */
export class PermanentJobError extends TurnpikeError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, { code: 'JOB_GIVEN_UP', kind: 'conflict', audience: 'operator', cause: options?.cause });
  }
}

/** A job of the catalogue has no handler, or two. */
export class JobCatalogueError extends TurnpikeError {
  constructor(problems: string[]) {
    super(
      `The job catalogue and the processors do not match:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
      { code: 'JOB_CATALOGUE', kind: 'not_configured', audience: 'developer' },
    );
  }
}
