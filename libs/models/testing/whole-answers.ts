/** A piece of a stream, of any protocol. */
interface Piece {
  index?: number;
  choices?: { delta?: object; finish_reason?: string | null }[];
  usage?: object;
  message?: { usage?: object };
  content_block?: object;
  delta?: { type?: string; partial_json?: string; stop_reason?: string };
  candidates?: { content?: { parts?: object[] }; finishReason?: string }[];
}

/**
 * Converts a streamed answer to the body with which the provider answers a request without streaming.
 *
 * @throws SyntaxError for arguments of Anthropic that are not JSON, which a body cannot contain.
 */
export const wholeAnswers = {
  openai(events: string): string {
    const pieces = piecesIn(events);
    const choices = pieces.flatMap((piece) => piece.choices ?? []);
    const message = choices.map(({ delta }) => delta).reduce(joined, {});
    const finish_reason = choices.findLast((choice) => choice.finish_reason)?.finish_reason ?? null;
    const usage = pieces.findLast((piece) => piece.usage)?.usage;
    return JSON.stringify({ id: 'c', choices: [{ index: 0, message, finish_reason }], usage });
  },

  anthropic(events: string): string {
    const pieces = piecesIn(events);
    const content: (object & { partial_json?: string })[] = [];
    for (const { index = -1, content_block, delta: { type: _type, ...delta } = {} } of pieces)
      if (index >= 0) content[index] = joined(content[index], content_block ?? delta) as object;
    const blocks = content.map(({ partial_json: json, ...block }) =>
      json ? { ...block, input: JSON.parse(json) as object } : block,
    );
    const reported = pieces.flatMap((piece) => piece.message?.usage ?? piece.usage ?? []);
    // Later events replace the numbers of earlier ones, except by 0.
    const known = reported.flatMap((tokens) => Object.entries(tokens)).filter(([, count]) => count !== 0);
    const usage = known.length > 0 ? Object.fromEntries(known) : undefined;
    const stop_reason = pieces.findLast(({ delta }) => delta?.stop_reason)?.delta?.stop_reason ?? null;
    return JSON.stringify({ type: 'message', role: 'assistant', content: blocks, stop_reason, usage });
  },

  google(events: string): string {
    const pieces = piecesIn(events);
    const candidates = pieces.flatMap((piece) => piece.candidates ?? []);
    const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
    const { finishReason } = candidates.at(-1) ?? {};
    return JSON.stringify({
      ...pieces.at(-1),
      candidates: [{ content: { role: 'model', parts }, finishReason }],
    });
  },
};

function piecesIn(events: string): Piece[] {
  return [...events.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json) as Piece);
}

/** Joins texts, the fields of objects, and the items of lists that have the same `index`. */
function joined(before: unknown, piece: unknown): unknown {
  if (typeof before === 'string' && typeof piece === 'string') return before + piece;
  if (Array.isArray(piece)) {
    const list = [...((before ?? []) as unknown[])];
    for (const item of piece as { index: number }[]) list[item.index] = joined(list[item.index], item);
    return list;
  }
  if (typeof piece !== 'object' || piece === null) return piece ?? before;
  const fields = { ...(before as Record<string, unknown>) };
  for (const [name, value] of Object.entries(piece)) fields[name] = joined(fields[name], value);
  return fields;
}
