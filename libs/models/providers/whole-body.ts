import { isEventStream } from './sdk-fetch.ts';

interface StreamingSdk {
  Stream: { fromSSEResponse<Item>(response: Response, controller: AbortController): AsyncIterable<Item> };
}

/**
 * Waits until the answer to a request begins, and returns its pieces: those of a stream, or the whole body as one. Some
 * compatible servers stream whatever was requested, and others never do.
 *
 * @param request a call of the SDK of OpenAI or Anthropic.
 * @param sdk loads the part of that SDK that reads streams.
 * @param streamed true if a stream was requested.
 */
export async function wholeBody<Piece>(
  request: { asResponse(): Promise<Response> },
  sdk: () => Promise<StreamingSdk>,
  streamed = false,
): Promise<AsyncIterable<Piece>> {
  const response = await request.asResponse();
  const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
  if (streamed ? isJson : !isEventStream(response)) return pieceOf(response);
  const { Stream } = await sdk();
  return Stream.fromSSEResponse<Piece>(response, new AbortController());
}

interface ErrorBody {
  error?: { message?: unknown } | string | null;
  object?: unknown;
  message?: unknown;
}

/** @throws the error in the body, which some gateways send with status 200, with the fields of the SDK's errors. */
async function* pieceOf<Piece>(response: Response): AsyncIterable<Piece> {
  const body = (await response.json()) as (Piece & ErrorBody) | null;
  const error = body?.error ?? (body?.object === 'error' ? body : undefined);
  if (error)
    throw Object.assign(new Error(String(typeof error === 'string' ? error : error.message)), { error });
  yield body as Piece;
}
