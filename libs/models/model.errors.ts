import { TurnpikeError, type ErrorTraits } from '#contracts';

export const modelErrorClasses = [
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TIMEOUT',
  'BROKEN_STREAM',
  'KEY_REJECTED',
  'BAD_REQUEST',
  'NOT_CONFIGURED',
  'BUDGET_EXCEEDED',
  'BUDGET_HELD',
] as const;
export type ModelErrorClass = (typeof modelErrorClasses)[number];

const PASSES = { kind: 'unavailable', audience: 'operator', retry: 'retry' } as const;
const STAYS = { kind: 'upstream', audience: 'operator', retry: 'fail' } as const;
const TRAITS: Record<ModelErrorClass, Omit<ErrorTraits, 'code'>> = {
  RATE_LIMITED: PASSES,
  UNAVAILABLE: PASSES,
  TIMEOUT: PASSES,
  BROKEN_STREAM: PASSES,
  KEY_REJECTED: STAYS,
  BAD_REQUEST: STAYS,
  NOT_CONFIGURED: { ...STAYS, kind: 'not_configured' },
  BUDGET_EXCEEDED: { ...STAYS, kind: 'too_many' },
  BUDGET_HELD: { ...PASSES, kind: 'too_many' },
};

/** A provider did not answer as asked. The message names the provider and, where one is missing, the setting. */
export class ModelError extends TurnpikeError {
  constructor(
    readonly errorClass: ModelErrorClass,
    message: string,
    readonly options: { retryAfterMs?: number; status?: number; cause?: unknown } = {},
  ) {
    const { retryAfterMs, cause } = options;
    super(message, { ...TRAITS[errorClass], code: `MODEL_${errorClass}`, retryAfterMs, cause });
  }
}
