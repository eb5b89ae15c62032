import { OutboundError } from '#outbound';
import { ToolError } from '#pack-kit';

const NETWORK_CODES =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(SOCKET|(CONNECT|HEADERS|BODY)_TIMEOUT))$/;
/** Maximum depth of causes that is searched for a network error. */
const MAX_CAUSES = 5;

/** Converts the error of a tool into a ToolError with an error class. */
export function toToolError(tool: string, thrown: unknown): ToolError {
  if (thrown instanceof ToolError) return thrown;
  if (thrown instanceof OutboundError)
    return new ToolError(thrown.toolErrorClass, thrown.message, thrown.help, thrown.outcome);
  if (isNetworkError(thrown)) {
    return new ToolError('UPSTREAM_UNAVAILABLE', `The service behind ${tool} cannot be reached.`);
  }
  return defect(tool, thrown);
}

/** An internal error. The details go only into the trace, not to the model, because they may be confidential. */
export function defect(tool: string, cause: unknown): ToolError {
  const internal = new ToolError('INTERNAL', `${tool} failed because of a defect on our side.`);
  internal.cause = cause;
  return internal;
}

/** Searches the causes too, because `fetch` wraps network errors. */
function isNetworkError(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && typeof error === 'object' && error !== null; depth += 1) {
    if ('code' in error && typeof error.code === 'string' && NETWORK_CODES.test(error.code)) return true;
    error = 'cause' in error ? error.cause : undefined;
  }
  return false;
}
