import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { TurnpikeError } from '#contracts';
import { isRecord } from '#pack-kit';
import { looseJson } from '#text';

/** Messages of servers about a session that they do not know. */
const FORGETS =
  /^(?:\w+:? ){0,4}(?:mcp-)?session(?:[- ]?id)?\b.{0,40}(?:not found|expired|unknown|invalid|terminated|does not exist|is required)|^(?:\w+:? ){0,4}(?:invalid|unknown|no(?: valid)?|missing)(?: \w+){0,3} session|(?:not|before) initializ/i;

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
 * 404 by the specification ("Session Management"), 410 from some servers. Others, such as examples of the SDK, answer 400
 * or an error of the protocol that names the session; a 400 can have other reasons too.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ProtocolError) return FORGETS.test(error.message);
  if (!(error instanceof SdkHttpError)) return false;
  return [404, 410].includes(error.status) || (error.status === 400 && FORGETS.test(messageIn(error)));
}

/** The message of an error in the body, of the protocol or of a web framework, or the body. */
function messageIn({ data }: SdkHttpError): string {
  const text = String(data.text ?? '');
  const { error, detail, message } = (looseJson(text) ?? {}) as Record<string, unknown>;
  const ofProtocol = isRecord(error) ? error.message : error;
  const found = [ofProtocol, detail, message].find((one) => typeof one === 'string');
  return found ?? text;
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
