/** The error code of the official SDK for an ended session. */
const SESSION_GONE = -32_001;

export interface JsonRpcFailure {
  code: number;
  message: string;
}

export const sessionGone: JsonRpcFailure = {
  code: SESSION_GONE,
  message: 'The session has ended: initialize again.',
};

/** An HTTP error response to a request whose messages are not processed. */
export function refused(
  status: number,
  error: JsonRpcFailure,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status, headers });
}
