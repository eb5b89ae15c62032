import { ToolError } from '#pack-kit';

/** Names the arguments that the tool does not know and that were left out. */
export function unknownArguments(dropped: readonly string[]): string {
  return `Unknown arguments were left out: ${dropped.join(', ')}`;
}

/** Names what was left out of the arguments in the result, where it is an object. */
export function withWarnings(data: unknown, dropped: readonly string[]): { data: unknown } {
  if (dropped.length === 0 || typeof data !== 'object' || data === null || Array.isArray(data))
    return { data };
  const earlier = 'warnings' in data && Array.isArray(data.warnings) ? (data.warnings as unknown[]) : [];
  return { data: { ...data, warnings: [...earlier, unknownArguments(dropped)] } };
}

/** A failed call names them as a successful one does: what is missing may stand there under another name. */
export function withUnknownArguments(error: ToolError, dropped: readonly string[]): ToolError {
  if (dropped.length === 0) return error;
  const { errorClass, message, help = {}, outcome, cause } = error;
  const { data } = withWarnings(help, dropped);
  const naming = new ToolError(errorClass, message, data as Record<string, unknown>, outcome);
  naming.cause = cause;
  return naming;
}
