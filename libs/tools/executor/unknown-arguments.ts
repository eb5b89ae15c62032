import { ToolError } from '#pack-kit';

/** Warning about unknown arguments, which were removed. */
export function unknownArguments(dropped: readonly string[]): string {
  return `Unknown arguments were left out: ${dropped.join(', ')}`;
}

/** Adds a warning about removed arguments to the result, if it is an object. */
export function withWarnings(data: unknown, dropped: readonly string[]): { data: unknown } {
  if (dropped.length === 0 || typeof data !== 'object' || data === null || Array.isArray(data))
    return { data };
  const earlier = 'warnings' in data && Array.isArray(data.warnings) ? (data.warnings as unknown[]) : [];
  return { data: { ...data, warnings: [...earlier, unknownArguments(dropped)] } };
}

/** Adds the same warning to a failure: a missing argument may have been sent under a wrong name. */
export function withUnknownArguments(error: ToolError, dropped: readonly string[]): ToolError {
  if (dropped.length === 0) return error;
  const { errorClass, message, help = {}, outcome, cause } = error;
  const { data } = withWarnings(help, dropped);
  const extended = new ToolError(errorClass, message, data as Record<string, unknown>, outcome);
  extended.cause = cause;
  return extended;
}
