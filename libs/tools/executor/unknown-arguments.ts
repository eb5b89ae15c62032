import { ToolError } from '../tool.errors.ts';

/** Names the arguments that the tool does not know and that were left out. */
export function unknownArguments(dropped: readonly string[]): string {
  return `Unknown arguments were left out: ${dropped.join(', ')}`;
}

/** A failed call names them as a successful one does: what is missing may stand there under another name. */
export function namingUnknown(error: ToolError, dropped: readonly string[]): ToolError {
  if (dropped.length === 0) return error;
  const { errorClass, message, help = {}, outcome, cause } = error;
  const earlier = Array.isArray(help['warnings']) ? (help['warnings'] as unknown[]) : [];
  const warnings = [...earlier, unknownArguments(dropped)];
  const naming = new ToolError(errorClass, message, { ...help, warnings }, outcome);
  naming.cause = cause;
  return naming;
}
