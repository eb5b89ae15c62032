import { TurnpikeError } from '#contracts';

/** A reader login cannot be created or removed. */
export class AnalyticsReaderError extends TurnpikeError {
  constructor(
    message: string,
    kind: 'invalid' | 'conflict' | 'not_found' | 'not_configured',
    cause?: unknown,
  ) {
    super(message, { code: 'ANALYTICS_READER', kind, audience: 'operator', cause });
  }
}
