import { fillArguments } from './fill/fill-arguments.ts';
import { isQuestion } from './manner.ts';
import { readMessage, type ReadMessage } from './message.ts';
import type { Candidate } from './select-tool.ts';
import { bestFor, sourcesFor, type Part, type Situation } from './situation.ts';
import { smallTalkOf } from './small-talk.ts';

/** Where one sentence ends, or one question is joined to another. */
const SENTENCES =
  /(?<=[.!?؟])\s+|,?\s+(?:and|but)\s+(?=(?:what|how|who|when|where|do|does|is|are|can|could|will)\b)|\s+و(?=(?:كم|هل|ما|ماذا|متى|أين|كيف)\s)/iu;
const MOST = 4;
/** "Is that ok?" belongs to what stands before it. */
const MIN_WORDS = 3;

/**
 * The questions of a message, where each can be told apart: those that name all that their tool needs, and those that no
 * tool serves and that say nothing for the others. Undefined for any other message: there one sentence may say more of
 * what the other asks for.
 */
export function severalQuestions(situation: Situation, message: ReadMessage): Part[] | undefined {
  const pieces = message.text.split(SENTENCES).map((piece) => readMessage(piece.trim()));
  if (pieces.length < 2 || pieces.length > MOST) return undefined;
  const read = pieces.map((piece) => ({ piece, candidate: completeFor(situation, piece) }));
  const served = read.flatMap(({ candidate }) => candidate ?? []);
  const isLeft = ({ piece }: (typeof read)[number]) =>
    isQuestion(piece) &&
    piece.words.length >= MIN_WORDS &&
    smallTalkOf(piece) === undefined &&
    bestFor(situation, piece, []) === undefined &&
    served.every(({ tool, spec }) => namedIn(situation, piece, { tool, spec }).length === 0);
  if (served.length === 0 || !read.every((one) => one.candidate ?? isLeft(one))) return undefined;
  return read.map(({ piece, candidate }): Part =>
    candidate
      ? {
          message: piece,
          tool: candidate.tool,
          spec: candidate.spec,
          ...(candidate.held && { held: candidate.held }),
        }
      : { message: piece, isLeft: true },
  );
}

/** The tool that a sentence fits, where it names all that the tool needs. */
function completeFor(situation: Situation, piece: ReadMessage): Candidate | undefined {
  const best = bestFor(situation, piece, []);
  const required = (best?.tool.parameters['required'] ?? []) as string[];
  if (!best || required.length === 0) return undefined;
  const named = namedIn(situation, piece, best);
  return required.every((name) => named.includes(name)) ? best : undefined;
}

function namedIn(
  situation: Situation,
  piece: ReadMessage,
  { tool, spec }: Pick<Candidate, 'tool' | 'spec'>,
): readonly string[] {
  return fillArguments(tool, spec, sourcesFor(situation, piece)).named;
}
