import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type JSONRPCRequest,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** What the SDK says before its list of a `tools/call`. */
const CALL_MISFIT = 'Invalid tools/call request: ';
/** Of what does not fit, so many are named. */
const MAX_NAMED = 5;

/**
 * The SDK's server, but that params which do not fit are the client's fault: the SDK answers with the
 * text of a list, and all but `tools/call` with an internal error (-32603), by which a client takes it for a server that is
 * down.
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

/** @returns undefined for what is no complaint of the SDK about params: those have no type of their own. */
function misfitOf(method: string, error: unknown): ProtocolError | undefined {
  if (!(error instanceof Error)) return undefined;
  const ofCall = error instanceof ProtocolError;
  if (ofCall && !error.message.startsWith(CALL_MISFIT)) return undefined;
  const issues = issuesIn(ofCall ? error.message.slice(CALL_MISFIT.length) : error.message);
  if (!issues) return undefined;
  const told = issues.slice(0, MAX_NAMED).map(({ path, message }) => `/${path.join('/')}: ${message}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${method} does not fit. ${told.join('; ')}.`);
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
