import { OutboundError } from '#outbound';
import { ToolError } from '#pack-kit';

const NETWORK_CODES =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(SOCKET|(CONNECT|HEADERS|BODY)_TIMEOUT))$/;
/** Errors wrap each other; a cause deeper than this is none that a network error would have. */
const MAX_CAUSES = 5;

/** What a tool has thrown, in one of the classes that callers know. */
export function toToolError(tool: string, thrown: unknown): ToolError {
  if (thrown instanceof ToolError) return thrown;
  if (thrown instanceof OutboundError)
    return new ToolError(thrown.toolErrorClass, thrown.message, thrown.help, thrown.outcome);
  if (isNetworkError(thrown)) {
    return new ToolError('UPSTREAM_UNAVAILABLE', `The service behind ${tool} cannot be reached.`);
  }
  return defect(tool, thrown);
}

/** Details are for the trace, not for the model: they may hold what nobody should read. */
export function defect(tool: string, cause: unknown): ToolError {
  const internal = new ToolError('INTERNAL', `${tool} failed because of a defect on our side.`);
  internal.cause = cause;
  return internal;
}

/** `fetch` hides what happened in the cause of its error. */
function isNetworkError(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && typeof error === 'object' && error !== null; depth += 1) {
    if ('code' in error && typeof error.code === 'string' && NETWORK_CODES.test(error.code)) return true;
    error = 'cause' in error ? error.cause : undefined;
  }
  return false;
}
