import type { ModelToolCall } from '../language-model.ts';
import { argumentsText, MAX_CALLS, SentArguments, toolCallsOf } from './tool-arguments.ts';

/** Longer than any name of a tool. */
const MAX_NAME_CHARACTERS = 256;

/** A piece of a call, as servers send it. */
export interface CallPiece {
  index?: number | null;
  id?: string | null;
  function?: CalledFunction | null;
}

interface CalledFunction {
  name?: string | null;
  arguments?: unknown;
}

class PartialCall {
  id = '';
  /** The pieces of the name joined, and the first and the last piece. */
  joined = '';
  first = '';
  last = '';
  isRepeated = true;
  /** True if the server sends another id with each piece. */
  hasOtherIds = false;
  readonly sent = new SentArguments();

  constructor(readonly index: number) {}

  hasIdOf({ id }: CallPiece): boolean {
    return this.id === '' || !id || String(id) === this.id;
  }
}

/**
 * Assembles the tool calls of an answer. OpenAI numbers the calls and sends a name and an id once. Other servers repeat
 * the name, all arguments or those so far in each piece, number no call or each with 0, and send no id, one id for all calls or another
 * with each piece. So a call is known by its number, and by its name where numbers are the same.
 */
export class OpenAiCalls {
  private readonly calls: PartialCall[] = [];

  /** @param tools names of the tools that the model was offered. */
  constructor(private readonly tools: ReadonlySet<string>) {}

  get count(): number {
    return this.calls.length;
  }

  /** Adds the calls of one piece of the answer. @returns the received text. */
  add(pieces: readonly CallPiece[]): string {
    const taken = new Set<PartialCall>();
    let received = '';
    // More calls than the limit are not assembled: each is compared with all others.
    for (const [place, piece] of pieces.slice(0, MAX_CALLS + 1).entries()) {
      const name = calledIn(piece).name ?? '';
      const json = argumentsText(calledIn(piece).arguments);
      const call = this.callOf(piece, place, taken);
      taken.add(call);
      call.hasOtherIds ||= !call.hasIdOf(piece);
      call.id ||= String(piece.id ?? '');
      if (name !== '') {
        call.first ||= name;
        call.isRepeated &&= name === call.first;
        call.last = name;
        if (call.joined.length < MAX_NAME_CHARACTERS) call.joined += name;
      }
      call.sent.add(json);
      received += name + json;
    }
    return received;
  }

  /** The calls in order, with an id each. A call that the server sends twice keeps its id, so that the repetition is seen. */
  result(): ModelToolCall[] {
    return this.calls
      .toSorted((a, b) => a.index - b.index)
      .flatMap((call, place) => toolCallsOf(call.id || `call_${place}`, this.nameOf(call), call.sent.text));
  }

  private callOf(piece: CallPiece, place: number, taken: ReadonlySet<PartialCall>): PartialCall {
    const index = piece.index ?? place;
    const numbered = this.calls.filter((call) => call.index === index);
    const known = numbered.findLast(({ id }) => id !== '' && id === piece.id) ?? numbered.at(-1);
    if (known && !taken.has(known) && !this.isAnother(known, piece)) return known;
    const call = new PartialCall(index);
    this.calls.push(call);
    return call;
  }

  /** True if a piece with the number of a call begins another call. */
  private isAnother(call: PartialCall, piece: CallPiece): boolean {
    const { name = '', arguments: given } = calledIn(piece);
    const before = this.nameOf(call);
    const { sent } = call;
    if (!name || before === '') return false;
    const isOther = !call.hasIdOf(piece);
    if (name === before)
      return isOther && !call.hasOtherIds && sent.isComplete && !argumentsText(given).startsWith(sent.text);
    if (sent.joined === '' && piece.id && piece.id === call.id && name.startsWith(before)) return false;
    if (sent.joined !== '' || isOther) return true;
    // Otherwise the piece continues the name.
    return this.tools.has(before) && this.tools.has(name) && !this.tools.has(call.joined + name);
  }

  private nameOf({ joined, first, last, isRepeated }: PartialCall): string {
    if (this.tools.has(joined)) return joined;
    if (isRepeated) return first;
    return this.tools.has(last) ? last : joined;
  }
}

/** Some servers leave out the object around the name and the arguments. */
function calledIn(piece: CallPiece): CalledFunction {
  return piece.function ?? (piece as CalledFunction);
}
