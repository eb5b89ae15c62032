import type { FastifyReply, FastifyRequest } from 'fastify';
import { boundedJson } from '#contracts';
import { RefusedFieldError, type ProblemError } from '#http';

/** Of JSON-RPC 2.0: what was received is no JSON. */
const PARSE_ERROR = -32_700;
/** Of JSON-RPC 2.0: what was received is no message. */
const INVALID_REQUEST = -32_600;
const MCP_PATH = '/mcp';

/**
 * Clients of MCP are told in the words of JSON-RPC of a body that is no JSON, or that is refused although it is. Such a body
 * is refused before any route is asked, so the filter of errors answers it.
 *
 * @returns whether it was answered.
 */
export function answerBrokenJson(
  problem: ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const isBroken = problem.status === 400 && request.method === 'POST' && request.body === undefined;
  if (!isBroken || request.url.split('?')[0] !== MCP_PATH) return false;
  const error =
    problem instanceof RefusedFieldError
      ? { code: INVALID_REQUEST, message: `Invalid request: ${problem.message}` }
      : { code: PARSE_ERROR, message: `Parse error: ${problem.message}` };
  refuse(reply, error);
  return true;
}

/**
 * Refuses a message that is nested too deep: what reads it calls itself for each level, and a stack that breaks would be
 * an error of ours.
 *
 * @returns whether it was refused.
 */
export function refuseDeepJson({ body }: FastifyRequest, reply: FastifyReply): boolean {
  const { error } = boundedJson.safeParse(body);
  if (error)
    refuse(reply, { code: INVALID_REQUEST, message: `Invalid request: ${error.issues[0]?.message}.` });
  return error !== undefined;
}

function refuse(reply: FastifyReply, error: { code: number; message: string }): void {
  void reply
    .status(400)
    .type('application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}
