import type { BrokerGrouping } from '#contracts/console';

/** What else stands in the address of the broker's page, beside the org and the selected row. */
export type BrokerSearchName = 'tab' | 'days' | 'mode' | 'by' | 'kind' | 'tool';

/** Which tools are missed is what the page is opened for most. */
export const DEFAULT_GROUPING: BrokerGrouping = 'tool';
