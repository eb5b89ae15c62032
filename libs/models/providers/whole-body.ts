/**
 * Waits until the answer to a request without streaming begins, and returns its body as a stream of one piece. Some
 * compatible servers stream whatever was requested; the pieces of such an answer are those of a streamed one.
 *
 * @param request a call of the SDK of OpenAI or Anthropic.
 * @param eventsOf reads the body of a streamed answer.
 */
export async function wholeBody<Piece>(
  request: { asResponse(): Promise<Response> },
  eventsOf: (response: Response) => Promise<AsyncIterable<Piece>>,
): Promise<AsyncIterable<Piece>> {
  const response = await request.asResponse();
  const isStreamed = response.headers.get('content-type')?.includes('text/event-stream');
  return isStreamed ? eventsOf(response) : pieceOf(response);
}

async function* pieceOf<Piece>(response: Response): AsyncIterable<Piece> {
  yield (await response.json()) as Piece;
}
