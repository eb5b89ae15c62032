import { arabicForms, stem } from '#text';
import { type Gazetteer } from '#pack-kit';
import type { ModelTool } from '#models';
import type { MadeCall } from './conversation.ts';
import type { FilledArguments } from './fill/fill-arguments.ts';
import type { OfflineTool } from './hints.ts';
import type { ReadMessage } from './message.ts';
import { pointsBack } from './pointing-back.ts';
import { requestStems, toolText, valueStems } from './vocabulary.ts';

/** A message that says no more than what was not understood before. */
const MAX_WORDS_OF_A_CORRECTION = 4;

/** The last call of the conversation, and what the new message would give its tool. */
export interface Repeatable {
  last: MadeCall;
  tool: ModelTool;
  spec: OfflineTool | undefined;
  filled: FilledArguments;
  /** Names of places of the sets that the tool, and those before it in its chain, take. */
  places: readonly Gazetteer[];
  /** Whether another tool fits the message well. */
  fitsOther: (other: 'any' | 'reading') => boolean;
}

/** Whether the message repeats the last call with what it names anew: "the same for …", "and in …". */
export function repeats(message: ReadMessage, repeatable: Repeatable): boolean {
  const { last, tool, spec, filled, fitsOther, places } = repeatable;
  const names = filled.named.length > 0;
  const searched = takesFacts(spec) && spec?.sideEffect === 'none';
  if (
    last.result?.errorClass === 'VALIDATION_FAILED' &&
    names &&
    message.words.length <= MAX_WORDS_OF_A_CORRECTION
  )
    return true;
  if (changesFigures(message, repeatable)) return true;
  if (spec?.sideEffect === 'none' && spec.hints?.refines?.(message) && last.result) return true;
  if (filled.lowered && searched) return !fitsOther('any');
  switch (pointsBack(message)) {
    case 'plainly':
      return true;
    case 'more':
      return searched;
    case 'refines':
      if (!searched) return names && !fitsOther('any');
      return names ? !fitsOther('reading') : isAbout(message, tool, spec);
    case 'perhaps':
      // "And a villa?" names nothing but what the search takes, whatever else knows that word.
      if (searched && names && isOnlyValues(message, spec, places)) return true;
      return names && !fitsOther(searched && !/[.!]/.test(message.text) ? 'reading' : 'any');
    case 'no':
      return searched && names && isOnlyValues(message, spec, places) && !fitsOther('any');
  }
}

const SUPPOSES =
  /\b(?:if|suppose|assume|say|instead|make it|rather)\b|(?:^| )و?(?:لو|اذا|افترض|بدل)(?: |$)|^(?:(?:طيب|حسنا|تمام) )?و?(?:علي|لمده|بفايده) \S/;
const MAX_WORDS_OF_A_CHANGE = 10;

/** "And if it was 20 people?" after a calculation: the same with another figure. */
function changesFigures(message: ReadMessage, { last, tool, spec, filled, fitsOther }: Repeatable): boolean {
  if (!spec?.hints?.recalculates || !last.result || filled.named.length === 0) return false;
  if (message.words.length > MAX_WORDS_OF_A_CHANGE) return false;
  const points = SUPPOSES.test(message.normalized) || pointsBack(message) !== 'no';
  return (points || isAbout(message, tool, spec)) && !fitsOther('any');
}

/** A tool that is asked by amounts and places: its calls can be narrowed and widened. */
export function takesFacts(spec: OfflineTool | undefined): boolean {
  return Object.values(spec?.hints?.fill ?? {}).some(({ from }) => from === 'money' || from === 'place');
}

/** "Villas?", "2 bedrooms": a word or two that the search takes. */
function isOnlyValues(
  message: ReadMessage,
  spec: OfflineTool | undefined,
  places: readonly Gazetteer[],
): boolean {
  if (message.words.length > MAX_WORDS_OF_A_CORRECTION) return false;
  const values = valueStems(spec);
  const [word, ...others] = message.words;
  // Arabic writes "and" onto the word.
  if (word && others.length === 0 && arabicForms(word).some((form) => values.has(stem(form)))) return true;
  const all = requestStems(message.text, []);
  return all.length > 0 && requestStems(message.text, places).every((stem) => values.has(stem));
}

/** Every word of the message is one that describes the tool. */
function isAbout(message: ReadMessage, tool: ModelTool, spec: OfflineTool | undefined): boolean {
  const { terms } = toolText(tool, spec);
  const stems = requestStems(message.text, []).filter((stem) => stem !== 'only' && stem !== 'just');
  return stems.length > 0 && stems.every((stem) => terms.has(stem));
}

/** The arguments of the earlier call that what is named anew leaves standing. */
export function keptArguments(
  base: Record<string, unknown>,
  named: Record<string, unknown>,
  spec: OfflineTool | undefined,
): Record<string, unknown> {
  const fills = spec?.hints?.fill ?? {};
  return Object.fromEntries(
    Object.entries(base).filter(([name, value]) => {
      const own = fills[name];
      return !Object.entries(named).some(([other, given]) => {
        const fill = fills[other];
        if (other === name || !own || !fill) return false;
        // "At least 3" takes the place of "exactly 2".
        if (own.from === 'int' && fill.from === 'int') return own.words.join() === fill.words.join();
        if (own.from !== 'money' || fill.from !== 'money') return false;
        return fill.bound === 'min' ? Number(given) > Number(value) : Number(given) < Number(value);
      });
    }),
  );
}
