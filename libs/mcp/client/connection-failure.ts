import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { TurnpikeError } from '#contracts';

/** Messages of servers about a session that they do not know. */
const FORGETS =
  /^(?:\w+:? ){0,4}session(?: id)?\b.{0,40}(?:not found|expired|unknown|invalid|terminated|does not exist)|^(?:\w+:? ){0,4}(?:invalid|unknown|no valid|missing) session|(?:not|before) initializ/i;

/** True if the error is an answer: the server is there, and says that it does not know the method or is asked too often. */
export function isAnswer(error: unknown): boolean {
  if (error instanceof ProtocolError) return !isRefusal(error);
  return error instanceof SdkHttpError && error.status === 429;
}

export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/**
 * True if the server refused the request before it read it, as it does with the id of a session that it has forgotten:
 * 404 by the specification, 400, 410 or an error of the protocol from some servers.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ProtocolError) return FORGETS.test(error.message);
  return error instanceof SdkHttpError && [400, 404, 410].includes(error.status);
}

/**
 * Why the server is away, in words. The SDK wraps errors of the start; an error of ours in `cause` is used without the
 * wrapper. The text of an error answer may be a whole page, so only its status is named.
 */
export function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'it did not answer in time';
  if (error instanceof SdkHttpError) return `it answered with status ${error.status}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof TurnpikeError ? error.cause.message : error.message;
}
