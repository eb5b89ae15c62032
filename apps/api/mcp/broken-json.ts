import type { FastifyReply, FastifyRequest } from 'fastify';
import { boundedJson } from '#contracts';

/** Of JSON-RPC 2.0: what was received is no JSON. */
const PARSE_ERROR = -32_700;
/** Of JSON-RPC 2.0: what was received is no message. */
const INVALID_REQUEST = -32_600;
/** Both reasons, as the filter does not say which it was. */
const UNREADABLE =
  'Parse error: the body is not JSON, or has a field called “__proto__” or a “constructor” with a field “prototype” in it, which no body may have.';
const MCP_PATH = '/mcp';

/**
 * Clients of MCP are told of a body that is no JSON in the words of JSON-RPC. Such a body is refused before any route is
 * asked, so the filter of errors answers it.
 *
 * @returns whether it was answered.
 */
export function answerBrokenJson(status: number, request: FastifyRequest, reply: FastifyReply): boolean {
  const isBroken = status === 400 && request.method === 'POST' && request.body === undefined;
  if (!isBroken || request.url.split('?')[0] !== MCP_PATH) return false;
  refuse(reply, { code: PARSE_ERROR, message: UNREADABLE });
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
