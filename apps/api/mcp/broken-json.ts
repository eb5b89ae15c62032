import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of JSON-RPC 2.0: what was received is no JSON. */
const PARSE_ERROR = -32_700;
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
  const error = { code: PARSE_ERROR, message: 'Parse error: the body is no JSON.' };
  void reply
    .status(400)
    .type('application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  return true;
}
