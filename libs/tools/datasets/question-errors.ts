import { ToolError, type Dataset } from '#pack-kit';

/** A part of a question that cannot be understood, with what it could have been. */
export function notUnderstood(part: string, problem: string, valid?: readonly string[]): ToolError {
  const possible = valid ? ` Possible: ${valid.join(', ')}.` : '';
  return new ToolError('VALIDATION_FAILED', `${problem}${possible}`, {
    fields: [{ name: part, problem: `${problem}${possible}` }],
    ...(valid && { valid }),
  });
}

/** @throws ToolError VALIDATION_FAILED that lists the fields there are. */
export function unknownField(part: string, field: string, dataset: Dataset): ToolError {
  const problem = `${dataset.name} has no field ${JSON.stringify(field)}.`;
  return notUnderstood(part, problem, Object.keys(dataset.fields));
}

export function personalField(field: string): ToolError {
  return new ToolError('FORBIDDEN', `${field} is personal: only members of the organisation may ask by it.`);
}
