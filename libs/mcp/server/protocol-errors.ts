import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { TurnpikeError } from '#contracts';
import { ToolError } from '#pack-kit';

/** Logger for unexpected errors. */
export interface McpLogger {
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}

/**
 * Runs a handler and maps errors to protocol errors that expose no internals.
 *
 * @param signal of the request; a cancelled request is not logged as a failure.
 */
export async function withProtocolErrors<Result>(
  logger: McpLogger,
  method: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    throw protocolErrorOf(error) ?? unexpected(logger, method, error);
  }
}

/** @returns undefined for an unexpected error. */
function protocolErrorOf(error: unknown): Error | undefined {
  if (error instanceof ProtocolError || error instanceof ResourceNotFoundError) return error;
  if (error instanceof ToolError) {
    const code =
      error.errorClass === 'INTERNAL' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    return new ProtocolError(code, error.message, { errorClass: error.errorClass, ...error.help });
  }
  if (error instanceof TurnpikeError && error.kind !== 'defect') {
    const isTheirs = ['invalid', 'unsupported', 'not_found', 'forbidden', 'conflict'].includes(error.kind);
    const code = isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    return new ProtocolError(code, error.message, { code: error.code });
  }
  return undefined;
}

function unexpected(logger: McpLogger, method: string, error: unknown): ProtocolError {
  logger.error({ err: error, method }, 'a request of an MCP client failed');
  return new ProtocolError(ProtocolErrorCode.InternalError, 'The server failed; see its log.');
}
