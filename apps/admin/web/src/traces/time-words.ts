/** The two times of a turn that lists show, each with what it is: they differ, and both are right. */

/** What the contact waited for. */
export const LATENCY_HINT =
  'From acceptance to the reply: the wait in the queue, the run up to the reply, and an approval that it waited for. Traces list the worker time instead.';

/** What the turn kept a worker busy for. */
export const WORKER_TIME_HINT =
  'What workers had the turn for, with what they do after the reply; waits in the queue and for an approval are not in it.';
