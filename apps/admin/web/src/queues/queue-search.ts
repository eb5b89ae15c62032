/** Search parameters of the queues' page, besides the org and the selected row. */
export type QueuesSearchName = 'tab' | 'queue' | 'state' | 'job' | 'q' | 'among';

/** The queue shown first in the list of jobs. */
export const FIRST_QUEUE = 'turns-chat';
