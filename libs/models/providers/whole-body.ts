import { isEventStream } from './sdk-fetch.ts';

interface StreamingSdk {
  Stream: { fromSSEResponse<Item>(response: Response, controller: AbortController): AsyncIterable<Item> };
}

/**
 * Waits until the answer to a request without streaming begins, and returns its body as a stream of one piece. Some
 * compatible servers stream whatever was requested; the pieces of such an answer are those of a streamed one.
 *
 * @param request a call of the SDK of OpenAI or Anthropic.
 * @param sdk loads the part of that SDK that reads streams.
 */
export async function wholeBody<Piece>(
  request: { asResponse(): Promise<Response> },
  sdk: () => Promise<StreamingSdk>,
): Promise<AsyncIterable<Piece>> {
  const response = await request.asResponse();
  if (!isEventStream(response)) return pieceOf(response);
  const { Stream } = await sdk();
  return Stream.fromSSEResponse<Piece>(response, new AbortController());
}

/** @throws the error in the body, which some gateways send with status 200, with the fields of the SDK's errors. */
async function* pieceOf<Piece>(response: Response): AsyncIterable<Piece> {
  const body = (await response.json()) as (Piece & { error?: { message?: unknown } | null }) | null;
  if (body?.error) throw Object.assign(new Error(String(body.error.message)), { error: body.error });
  yield body as Piece;
}
