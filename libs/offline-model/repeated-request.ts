import { withCountedWord } from './another-number.ts';
import { fillArguments, type FilledArguments } from './fill/fill-arguments.ts';
import type { MadeCall } from './conversation.ts';
import { holdsBack } from './deed-asked.ts';
import type { OfflineTool } from './hints.ts';
import type { ReadMessage } from './message.ts';
import { repeats, takesFacts } from './repetition.ts';
import { MIN_SCORE, type Candidate } from './select-tool.ts';
import {
  bestFor,
  CHANGE_OF_SUBJECT,
  helpersOf,
  lastMainCall,
  mainCalls,
  sourcesFor,
  type Part,
  type Situation,
} from './situation.ts';
import { placeSetsOf } from './vocabulary.ts';

/**
 * "The same for …", "and under 300k", "show me more": the last call of the conversation with what is named anew. Where that
 * was about something else ("do they have parking?"), the last search before it.
 */
export function repetition(situation: Situation, message: ReadMessage): Part | undefined {
  const [last, ...before] = mainCalls(situation);
  if (!last) return undefined;
  const searches = before
    .filter(({ call, result }) => {
      const spec = situation.hints.tool(call.name);
      return (
        call.name !== last.call.name && spec?.sideEffect === 'none' && takesFacts(spec) && result?.success
      );
    })
    .slice(0, 1);
  for (const made of [last, ...searches]) {
    const part = repetitionOf(situation, message, made, made !== last);
    if (part) return part;
  }
  return undefined;
}

function repetitionOf(
  situation: Situation,
  written: ReadMessage,
  last: MadeCall,
  isEarlier: boolean,
): Part | undefined {
  const tool = situation.tools.find(({ name }) => name === last.call.name);
  if (!tool) return undefined;
  const spec = situation.hints.tool(tool.name);
  // "And in Limassol under 200k?" behind a calculation looks for something there, and computes nothing anew.
  if (spec?.hints?.recalculates && placeSetsOf(spec).length === 0 && namesPlaceToRead(situation, written))
    return undefined;
  const counted = last.result?.success ? withCountedWord(written, spec) : undefined;
  const message = counted ?? written;
  const fitsOther = (other: 'any' | 'reading') => {
    const best = bestFor(situation, message, []);
    if (!best || best.tool.name === tool.name || best.score < MIN_SCORE + CHANGE_OF_SUBJECT) return false;
    // What only narrows a search also looks like a wish to be kept; the search was there first.
    return other === 'any' || !(takesFacts(best.spec) && best.spec?.sideEffect === 'write');
  };
  const own = fillArguments(tool, spec, sourcesFor(situation, message));
  const filled = withHelpers(situation, message, own, spec);
  // What was done in between has to be about something else than what the message names.
  if (isEarlier && filled.named.length === 0) return undefined;
  // What only resolves a name for other tools is no request that a place alone repeats.
  const resolves = situation.tools.some((other) =>
    situation.hints.tool(other.name)?.hints?.chain?.before?.includes(tool.name),
  );
  const readers = resolves
    ? []
    : [spec, ...helpersOf(situation, spec).map(({ name }) => situation.hints.tool(name))];
  const places = readers.flatMap(placeSetsOf).map((set) => situation.hints.places(situation.facts.pack, set));
  // "And if it were 410k?" behind a deed asks, and does nothing once more.
  if (holdsBack(message, spec)) return undefined;
  const isRepeated = repeats(message, { last, tool, spec, filled, places, fitsOther });
  if (!isRepeated && !(counted && own.named.length > 0)) return undefined;
  // What was done is not done once more because something was looked up for it: that is looked up anew.
  if (spec?.sideEffect !== 'none' && own.named.length === 0) {
    const helper = lastHelpingCall(situation, spec);
    if (helper) return helper(message);
  }
  return { message, tool, spec, base: last.call.arguments, template: last.template };
}

/** A place that some tool which only reads takes. */
function namesPlaceToRead(situation: Situation, message: ReadMessage): boolean {
  return situation.tools.some((tool) => {
    const spec = situation.hints.tool(tool.name);
    if (spec?.sideEffect !== 'none' || placeSetsOf(spec).length === 0) return false;
    const { named } = fillArguments(tool, spec, sourcesFor(situation, message));
    return named.some((name) => spec.hints?.fill?.[name]?.from === 'place');
  });
}

/**
 * "2 bedrooms would be better", "how many villas?": a request to the tool that was asked last which leaves out what that
 * needs goes on from the call before. One that names a place of its own, and lacks nothing, stands for itself.
 */
export function leaningOn(
  situation: Situation,
  message: ReadMessage,
  { tool, spec }: Candidate,
): Pick<Part, 'base' | 'template'> | undefined {
  const last = lastMainCall(situation);
  if (last?.call.name !== tool.name || spec?.sideEffect !== 'none' || !last.result?.success) return undefined;
  const helpers = helpersOf(situation, spec).map(({ name }) => situation.hints.tool(name));
  if (![spec, ...helpers].some(takesFacts)) return undefined;
  const given = last.call.arguments;
  const own = fillArguments(tool, spec, sourcesFor(situation, message));
  const isTold = (name: string) => [...own.named, ...own.resolved].includes(name);
  const namesPlace = withHelpers(situation, message, { ...own, named: [] }, spec).named.length > 0;
  const required = (tool.parameters['required'] ?? []) as string[];
  const lacks = own.missing.some((name) => name in given);
  const takesUp = !namesPlace && required.some((name) => !isTold(name) && name in given);
  return lacks || takesUp ? { base: given, template: last.template } : undefined;
}

/** The last call of a tool that runs first in the chain of one, to be made again for a message. */
function lastHelpingCall(
  situation: Situation,
  spec: OfflineTool | undefined,
): ((message: ReadMessage) => Part) | undefined {
  const helpers = helpersOf(situation, spec);
  const last = situation.exchanges
    .flatMap(({ calls }) => calls)
    .findLast(({ call }) => helpers.some(({ name }) => name === call.name));
  const tool = helpers.find(({ name }) => name === last?.call.name);
  if (!last || !tool) return undefined;
  const { arguments: base } = last.call;
  return (message) => ({
    message,
    tool,
    spec: situation.hints.tool(tool.name),
    base,
    template: last.template,
  });
}

/** What the message names for the tools that run first is named for the one that they help. */
function withHelpers(
  situation: Situation,
  message: ReadMessage,
  filled: FilledArguments,
  spec: OfflineTool | undefined,
): FilledArguments {
  const helped = helpersOf(situation, spec).flatMap(
    (tool) => fillArguments(tool, situation.hints.tool(tool.name), sourcesFor(situation, message)).named,
  );
  return { ...filled, named: [...filled.named, ...helped] };
}
