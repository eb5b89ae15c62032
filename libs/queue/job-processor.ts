import { TurnpikeError } from '#contracts';
import type { JobName, JobPayload } from './job-catalogue.ts';

export interface JobRun {
  id: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** True if no further attempt follows when this one fails. */
  lastAttempt: boolean;
}

/** The one handler of a job: parse, one call, map the error. */
export interface JobProcessor<Name extends JobName = JobName> {
  readonly job: Name;
  /**
   * @throws RunLaterError to run the job again after a pause without using up an attempt, which a
   *   DatabaseUnavailableError also does; PermanentJobError, or another error of retry class `fail`, to fail the job at
   *   once; any other error for another attempt.
   */
  process(payload: JobPayload<Name>, run: JobRun): Promise<void>;
}

/** The job runs again after the pause without using up an attempt. */
export class RunLaterError extends Error {
  constructor(
    readonly delayMs: number,
    reason: string,
  ) {
    super(reason);
    this.name = 'RunLaterError';
  }
}

/** A job failed in a way that no retry can fix. */
export class PermanentJobError extends TurnpikeError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, { code: 'JOB_DEAD', kind: 'conflict', audience: 'operator', cause: options?.cause });
  }
}

/** A job of the catalogue has no processor or more than one. */
export class JobCatalogueError extends TurnpikeError {
  constructor(problems: string[]) {
    super(
      `The job catalogue and the processors do not match:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
      { code: 'JOB_CATALOGUE', kind: 'not_configured', audience: 'developer' },
    );
  }
}
