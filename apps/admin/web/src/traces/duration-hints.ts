/** Explanations of the two durations that lists show for a turn. */

/** The time that the contact waited. */
export const LATENCY_HINT =
  'From acceptance to the reply of the first attempt, without waits for people. Traces show worker time instead.';

/** The time that a worker was busy. */
export const WORKER_TIME_HINT =
  'Time a worker spent on the turn, including work after the reply. Excludes queue time and waits for approval.';
