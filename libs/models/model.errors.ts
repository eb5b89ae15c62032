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

/** For whoever asks over HTTP, where nobody knows better: a provider's trouble is mostly over by then, or a fallback found. */
const USUALLY_OVER_MS = 10_000;
/** A budget that is used up lasts until the day or the month ends, or until somebody raises it: worth a look every hour. */
const BUDGET_LOOK_MS = 3_600_000;

const PASSES = {
  kind: 'unavailable',
  audience: 'operator',
  retry: 'retry',
  retryAfterMs: USUALLY_OVER_MS,
} as const;
const STAYS = { kind: 'upstream', audience: 'operator', retry: 'fail' } as const;
const TRAITS: Record<ModelErrorClass, Omit<ErrorTraits, 'code'>> = {
  RATE_LIMITED: PASSES,
  UNAVAILABLE: PASSES,
  TIMEOUT: PASSES,
  BROKEN_STREAM: PASSES,
  KEY_REJECTED: STAYS,
  BAD_REQUEST: STAYS,
  NOT_CONFIGURED: { ...STAYS, kind: 'not_configured' },
  BUDGET_EXCEEDED: { ...STAYS, kind: 'too_many', retryAfterMs: BUDGET_LOOK_MS },
  BUDGET_HELD: { ...PASSES, kind: 'too_many' },
};

/** A provider did not answer as asked. The message names the provider and, where one is missing, the setting. */
export class ModelError extends TurnpikeError {
  constructor(
    readonly errorClass: ModelErrorClass,
    message: string,
    /** What the provider said; `retryAfterMs` of the error itself has a guess where it said nothing. */
    readonly options: { retryAfterMs?: number; status?: number; cause?: unknown } = {},
  ) {
    const traits = TRAITS[errorClass];
    const { retryAfterMs = traits.retryAfterMs, cause } = options;
    super(message, { ...traits, code: `MODEL_${errorClass}` as const, retryAfterMs, cause });
  }
}
