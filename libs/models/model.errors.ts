import { TurnpikeError, type ErrorTraits } from '#contracts';

export const modelErrorClasses = [
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TIMEOUT',
  'BROKEN_STREAM',
  'UNREADABLE',
  'EXCESSIVE',
  'KEY_REJECTED',
  'BAD_REQUEST',
  'NOT_CONFIGURED',
  'BUDGET_EXCEEDED',
  'BUDGET_HELD',
] as const;
export type ModelErrorClass = (typeof modelErrorClasses)[number];

/** Default `Retry-After` of HTTP responses: by then most provider failures have passed or a fallback was found. */
const DEFAULT_RETRY_AFTER_MS = 10_000;
/** `Retry-After` for an exhausted budget, which lasts until the day or month ends or an admin raises it. */
const BUDGET_RETRY_AFTER_MS = 3_600_000;

const PASSES = {
  kind: 'unavailable',
  audience: 'operator',
  retry: 'retry',
  retryAfterMs: DEFAULT_RETRY_AFTER_MS,
} as const;
const STAYS = { kind: 'upstream', audience: 'operator', retry: 'fail' } as const;
const TRAITS: Record<ModelErrorClass, Omit<ErrorTraits, 'code'>> = {
  RATE_LIMITED: PASSES,
  UNAVAILABLE: PASSES,
  TIMEOUT: PASSES,
  BROKEN_STREAM: PASSES,
  /** An answer that arrived and cannot be read. */
  UNREADABLE: PASSES,
  /** An answer over our limits of length, time or number of calls. The next one may be as expensive. */
  EXCESSIVE: STAYS,
  KEY_REJECTED: STAYS,
  BAD_REQUEST: STAYS,
  NOT_CONFIGURED: { ...STAYS, kind: 'not_configured' },
  BUDGET_EXCEEDED: { ...STAYS, kind: 'too_many', retryAfterMs: BUDGET_RETRY_AFTER_MS },
  BUDGET_HELD: { ...PASSES, kind: 'too_many' },
};

/** The failure of a model call. The message names the provider and, if a setting is missing, the setting. */
export class ModelError extends TurnpikeError {
  constructor(
    readonly errorClass: ModelErrorClass,
    message: string,
    /** Values reported by the provider. `retryAfterMs` of the error itself falls back to a default. */
    readonly options: {
      retryAfterMs?: number;
      status?: number;
      cause?: unknown;
      /** True if the provider refuses the form of the request, not its content: another provider may accept it. */
      dialect?: boolean;
    } = {},
  ) {
    const traits = TRAITS[errorClass];
    const { retryAfterMs = traits.retryAfterMs, cause } = options;
    super(message, { ...traits, code: `MODEL_${errorClass}` as const, retryAfterMs, cause });
  }
}
