import type { BrokerGrouping } from '#contracts/console';

/** Search parameters of the broker's page, besides the org and the selected row. */
export type BrokerSearchName = 'tab' | 'days' | 'mode' | 'by' | 'kind' | 'tool';

/** Most visits look for missed tools. */
export const DEFAULT_GROUPING: BrokerGrouping = 'tool';
