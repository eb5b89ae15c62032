import { ToolError, type Dataset } from '#pack-kit';

/** Error for an invalid part of a question, with the valid values. */
export function notUnderstood(part: string, problem: string, valid?: readonly string[]): ToolError {
  const possible = valid ? ` Possible: ${valid.join(', ')}.` : '';
  return new ToolError('VALIDATION_FAILED', `${problem}${possible}`, {
    fields: [{ name: part, problem: `${problem}${possible}` }],
    ...(valid && { valid }),
  });
}

/** Error VALIDATION_FAILED for an unknown field, which lists the existing fields. */
export function unknownField(part: string, field: string, dataset: Dataset): ToolError {
  const problem = `${dataset.name} has no field ${JSON.stringify(field)}.`;
  return notUnderstood(part, problem, Object.keys(dataset.fields));
}

export function personalField(field: string): ToolError {
  return new ToolError('FORBIDDEN', `${field} is personal: only members of the organisation may ask by it.`);
}
