/** The two times of a turn that lists show, each with what it is: they differ, and both are right. */

/** What the contact waited for. */
export const LATENCY_HINT =
  'From acceptance to the reply: the wait in the queue and the run up to the reply. Traces list the worker time instead.';

/** What the turn kept a worker busy for. */
export const WORKER_TIME_HINT =
  'Wall time of the turn in the worker, with what it does after the reply; the wait in the queue is not in it.';
