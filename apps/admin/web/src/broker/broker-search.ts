import type { BrokerGrouping } from '#contracts/console';

/** What else stands in the address of the broker's page, beside the org and the selected row. */
export type BrokerSearchName = 'tab' | 'days' | 'mode' | 'by' | 'kind' | 'tool';

export const DEFAULT_GROUPING: BrokerGrouping = 'agent';
