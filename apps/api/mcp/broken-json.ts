import type { FastifyReply, FastifyRequest } from 'fastify';
import { boundedJson } from '#contracts';
import { RefusedFieldError, type ProblemError } from '#http';

/** JSON-RPC 2.0 error code: the body is not JSON. */
const PARSE_ERROR = -32_700;
/** JSON-RPC 2.0 error code: the body is not a valid message. */
const INVALID_REQUEST = -32_600;
const MCP_PATH = '/mcp';

/**
 * Answers an MCP request whose body is not JSON, or was refused, with a JSON-RPC error. Fastify refuses such a body before
 * routing, so the exception filter calls this function.
 *
 * @returns true if the request was answered.
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
 * Refuses a message that is nested too deeply: recursive readers would overflow the stack and answer with an internal
 * error.
 *
 * @returns true if the message was refused.
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
