import { ToolError } from '#pack-kit';

/** Error for an invalid part of a question, with the valid values. */
export function notUnderstood(part: string, problem: string, valid?: readonly string[]): ToolError {
  const possible = valid ? ` Possible: ${valid.join(', ')}.` : '';
  return new ToolError('VALIDATION_FAILED', `${problem}${possible}`, {
    fields: [{ name: part, problem: `${problem}${possible}` }],
    ...(valid && { valid }),
  });
}
