import { z } from 'zod';
import { pickedOrg, UNSTORABLE, uuid, WITHOUT_NUL } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

const approvalStates = ['pending', 'approved', 'refused', 'expired', 'withdrawn'] as const;
export const approvalState = z.enum(approvalStates);
export type ApprovalState = z.infer<typeof approvalState>;

/** A tool call that waits, or waited, for a person. */
export const approvalView = z.object({
  id: uuid.describe('Id of the approval.'),
  turnId: uuid.describe('Turn that is parked until the decision.'),
  conversationId: uuid.describe('Conversation of the turn.'),
  tool: z.string().describe('Tool that is to run.'),
  arguments: z
    .record(z.string(), z.unknown())
    .describe('Exactly what it is to run with; an approval holds for nothing else.'),
  reason: z.string().describe('Why a person is asked.'),
  state: approvalState.describe('withdrawn: the turn was cancelled meanwhile.'),
  requestedAt: z.iso.datetime().describe('When the turn was parked (ISO 8601, UTC).'),
  expiresAt: z.iso.datetime().describe('Without a decision the call is refused then (ISO 8601, UTC).'),
  decidedAt: z.iso.datetime().nullable().describe('When it was decided (ISO 8601, UTC).'),
  decidedBy: uuid.nullable().describe('User who decided.'),
  comment: z.string().nullable().describe('What that user said to it; the model is told.'),
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
      .describe('Told to the model; 1 to 1,000 characters.'),
  })
  .meta({ example: { decision: 'approve', comment: 'Agreed with the owner' } });
export type ApprovalDecision = z.infer<typeof approvalDecision>;

export const consoleApprovalQuery = approvalQuery.extend(pickedOrg.shape);
export type ConsoleApprovalQuery = z.infer<typeof consoleApprovalQuery>;
