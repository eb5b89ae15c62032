import { TurnpikeError } from '#contracts';

/** An invalid analytics query; `field` names the parameter. */
export class AnalyticsQueryError extends TurnpikeError {
  constructor(field: string, message: string) {
    super(message, { code: 'ANALYTICS_QUERY_INVALID', kind: 'invalid', pointer: `/${field}` });
  }
}
