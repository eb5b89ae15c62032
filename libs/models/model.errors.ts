export const modelErrorClasses = [
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TIMEOUT',
  'BROKEN_STREAM',
  'KEY_REJECTED',
  'BAD_REQUEST',
  'NOT_CONFIGURED',
] as const;
export type ModelErrorClass = (typeof modelErrorClasses)[number];

const TRANSIENT: readonly ModelErrorClass[] = ['RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT', 'BROKEN_STREAM'];

/** A provider did not answer as asked. The message names the provider and, where one is missing, the setting. */
export class ModelError extends Error {
  constructor(
    readonly errorClass: ModelErrorClass,
    message: string,
    readonly options: { retryAfterMs?: number; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
  }

  /** Another key, another model or a later try may succeed. */
  get transient(): boolean {
    return TRANSIENT.includes(this.errorClass);
  }
}
