/** The two times of a turn that lists show, each with what it is: they differ, and both are right. */

/** What the contact waited for. */
export const LATENCY_HINT =
  'From acceptance to the reply: queue time, run time and any wait for approval. Traces show worker time instead.';

/** What the turn kept a worker busy for. */
export const WORKER_TIME_HINT =
  'Time a worker spent on the turn, including work after the reply. Excludes queue time and waits for approval.';
