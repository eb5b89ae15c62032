import { z } from 'zod';
import { unsaid } from './json-schema.ts';
import type { ToolContext } from './tool-context.ts';
import { ToolError } from './tool.errors.ts';

/** A text such as a name or a sentence. */
export const plainText = (description: string, max = 100) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .meta({ ...unsaid, description });

/** The id of a row, such as `deal-001`. */
export const idText = (description: string) => plainText(description, 128);

/** Argument with which a call names its contact. */
export const subjectArgument = idText('Omitted: the contact of the conversation.').optional();

/**
 * The contact of a call: the one that it names, otherwise the contact of the turn. A contact can access only themselves;
 * other contacts look the same as missing ones.
 *
 * @throws ToolError VALIDATION_FAILED without a contact; NOT_FOUND if it is missing or the caller cannot access it.
 */
export async function subjectOf(contactId: string | undefined, context: ToolContext): Promise<string> {
  const subject = contactId ?? context.contactId;
  if (!subject) {
    throw new ToolError('VALIDATION_FAILED', 'Say which contact this is about.', {
      fields: [{ name: 'contactId', problem: 'missing, and no contact is in the context' }],
    });
  }
  const reachable = context.caller.kind !== 'contact' || subject === context.contactId;
  if (!reachable || !(await context.contactExists(subject))) {
    throw new ToolError('NOT_FOUND', `There is no contact ${subject}.`);
  }
  return subject;
}
