import { z } from 'zod';
import { pickedOrg, UNSTORABLE, uuid, WITHOUT_NUL } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

const approvalStates = ['pending', 'approved', 'refused', 'expired', 'withdrawn'] as const;
export const approvalState = z.enum(approvalStates);
export type ApprovalState = z.infer<typeof approvalState>;

/** A tool call that waits, or has waited, for the decision of a person. */
export const approvalView = z.object({
  id: uuid.describe('Id of the approval.'),
  turnId: uuid.describe('Turn that is parked until the decision.'),
  conversationId: uuid.describe('Conversation of the turn.'),
  tool: z.string().describe('Tool to be called.'),
  arguments: z
    .record(z.string(), z.unknown())
    .describe('Exact arguments of the call; an approval is valid for these only.'),
  reason: z.string().describe('Why the call needs an approval.'),
  state: approvalState.describe('withdrawn: the turn was cancelled before a decision.'),
  requestedAt: z.iso.datetime().describe('When the turn was parked (ISO 8601, UTC).'),
  expiresAt: z.iso.datetime().describe('When the call is refused if there is no decision (ISO 8601, UTC).'),
  decidedAt: z.iso.datetime().nullable().describe('When it was decided (ISO 8601, UTC).'),
  decidedBy: uuid.nullable().describe('User who decided.'),
  comment: z.string().nullable().describe('Comment of that user; the model receives it.'),
});
export type ApprovalView = z.infer<typeof approvalView>;

export const approvalPage = pageOf(approvalView);
export type ApprovalPage = z.infer<typeof approvalPage>;

export const approvalQuery = pageQuery.extend({ state: approvalState.optional() });
export type ApprovalQuery = z.infer<typeof approvalQuery>;

const BLANK_COMMENT = 'expected a comment that is not blank';
export const approvalDecision = z
  .strictObject({
    decision: z.enum(['approve', 'refuse']).describe('approve runs the call with exactly its arguments.'),
    comment: z
      .string()
      .trim()
      .min(1, BLANK_COMMENT)
      .max(1_000)
      .regex(/\S/, BLANK_COMMENT)
      .regex(WITHOUT_NUL, UNSTORABLE)
      .optional()
      .describe('Comment for the model; 1 to 1,000 characters.'),
  })
  .meta({ example: { decision: 'approve', comment: 'Agreed with the owner' } });
export type ApprovalDecision = z.infer<typeof approvalDecision>;

export const consoleApprovalQuery = approvalQuery.extend(pickedOrg.shape);
export type ConsoleApprovalQuery = z.infer<typeof consoleApprovalQuery>;
