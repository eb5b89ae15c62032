/**
 * Waits until the answer to a request without streaming begins, and returns its body as a stream of one piece.
 *
 * @param request a call of the SDK of OpenAI or Anthropic.
 */
export async function wholeBody<Piece>(request: {
  asResponse(): Promise<Response>;
}): Promise<AsyncIterable<Piece>> {
  return pieceOf(await request.asResponse());
}

async function* pieceOf<Piece>(response: Response): AsyncIterable<Piece> {
  // The size of events is limited, but not their number.
  if (response.headers.get('content-type')?.includes('text/event-stream'))
    throw new TypeError('the server streams an answer that was requested whole');
  yield (await response.json()) as Piece;
}
