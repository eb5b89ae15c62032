import type { OpenAI } from 'openai';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions';

/** Calls a server without streaming, and returns its answer as a stream of one piece. */
export async function wholeAnswer(
  client: OpenAI,
  { stream_options: _options, ...request }: ChatCompletionCreateParamsStreaming,
  signal: AbortSignal,
): Promise<AsyncIterable<ChatCompletionChunk>> {
  const completion = await client.chat.completions.create({ ...request, stream: false }, { signal });
  return one(chunkOf(completion));
}

async function* one<Piece>(piece: Piece): AsyncIterable<Piece> {
  yield piece;
}

function chunkOf({ choices, ...completion }: ChatCompletion): ChatCompletionChunk {
  return {
    ...completion,
    object: 'chat.completion.chunk',
    // Some compatible servers omit `choices`.
    choices: (choices ?? []).map(({ index, finish_reason, message }) => ({
      index,
      finish_reason,
      delta: {
        // Includes fields added by compatible servers, such as thoughts.
        ...message,
        content: message.content,
        refusal: message.refusal,
        tool_calls: (message.tool_calls ?? []).flatMap((call, place) =>
          call.type === 'function' ? [{ index: place, id: call.id, function: call.function }] : [],
        ),
      },
    })),
  } as ChatCompletionChunk;
}
