import { wordList } from '../values/word-list.ts';
import { z } from 'zod';

export const toolErrorClasses = wordList(
  `VALIDATION_FAILED NOT_FOUND FORBIDDEN CONFLICT PRECONDITION_FAILED NOT_CONFIGURED LIMIT_EXCEEDED
   UPSTREAM_REJECTED UPSTREAM_ERROR UPSTREAM_UNAVAILABLE RATE_LIMITED TIMEOUT INTERNAL`,
);
export const toolErrorClass = z.enum(toolErrorClasses);
export type ToolErrorClass = z.infer<typeof toolErrorClass>;

/** Result of a tool call; calls never throw. `data` of a failure holds optional help. */
export const toolResult = z.object({
  success: z.boolean(),
  data: z.unknown().optional(),
  error: z.string().optional(),
  errorClass: toolErrorClass.optional(),
});
export type ToolResult = z.infer<typeof toolResult>;
