import { TurnpikeError } from '#contracts';

/** A question that cannot be answered as it is asked; `field` names the parameter. */
export class AnalyticsQueryError extends TurnpikeError {
  constructor(field: string, message: string) {
    super(message, { code: 'ANALYTICS_QUERY_INVALID', kind: 'invalid', pointer: `/${field}` });
  }
}
