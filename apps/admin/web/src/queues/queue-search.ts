/** What else stands in the address of the queues, beside the org and the selected row. */
export type QueuesSearchName = 'tab' | 'queue' | 'state' | 'job' | 'q' | 'among';

/** That whose jobs are shown first. */
export const FIRST_QUEUE = 'turns-chat';
