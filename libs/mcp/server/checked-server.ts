import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type JSONRPCRequest,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Prefix of the SDK's error text for an invalid `tools/call`. */
const CALL_MISFIT = 'Invalid tools/call request: ';
const MAX_ISSUES = 5;

/**
 * The SDK's server, which reports invalid params as `InvalidParams` (-32602). The SDK itself answers with a serialized
 * list of issues and, except for `tools/call`, with an internal error (-32603), which suggests to clients that the server
 * is down.
 */
export class CheckedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        throw misfitOf(method, error) ?? error;
      }
    };
  }
}

/** @returns undefined if the error is not a validation error of the SDK, which has no error type for them. */
function misfitOf(method: string, error: unknown): ProtocolError | undefined {
  if (!(error instanceof Error)) return undefined;
  const ofCall = error instanceof ProtocolError;
  if (ofCall && !error.message.startsWith(CALL_MISFIT)) return undefined;
  const issues = issuesIn(ofCall ? error.message.slice(CALL_MISFIT.length) : error.message);
  if (!issues) return undefined;
  const listed = issues.slice(0, MAX_ISSUES).map(({ path, message }) => `/${path.join('/')}: ${message}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${method} does not fit. ${listed.join('; ')}.`);
}

interface Issue {
  path: (string | number)[];
  message: string;
}

function issuesIn(text: string): Issue[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const found = JSON.parse(text) as unknown[];
    return found.length > 0 && found.every(isIssue) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isIssue(found: unknown): found is Issue {
  return (
    typeof found === 'object' &&
    found !== null &&
    'path' in found &&
    'message' in found &&
    Array.isArray(found.path)
  );
}
