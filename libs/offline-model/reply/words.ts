import type { ToolResult } from '#contracts';
import { TOOL_SEARCH } from '#tools';
import type { MadeCall } from '../conversation/conversation.ts';
import type { ReadMessage } from '../conversation/message.ts';
import type { Outcome } from '../plan.ts';
import { endsChain, type Situation } from '../situation.ts';
import { describeValue } from './describe.ts';
import { exampleRequests } from './examples.ts';
import { wordFailure } from './failure.ts';
import { phrasesIn, quoted } from './phrases.ts';

const MAX_UNREAD_WORDS = 5;

/** Renders the outcomes of a message, one paragraph each. */
export function wordOutcomes(outcomes: readonly Outcome[], situation: Situation): string {
  return outcomes
    .map((outcome) => wordOutcome(outcome, situation))
    .filter(Boolean)
    .join('\n\n');
}

function wordOutcome(outcome: Outcome, situation: Situation): string {
  switch (outcome.kind) {
    case 'ask':
      return outcome.question;
    case 'done':
      return wordCalls(outcome.calls, outcome.message, situation);
    case 'unread': {
      const { language } = outcome.message;
      const words = quoted(outcome.words.slice(0, MAX_UNREAD_WORDS), language);
      return phrasesIn(language).unread(words, exampleRequests(situation, outcome.message));
    }
    case 'no tool': {
      const phrases = phrasesIn(outcome.message.language);
      if (situation.tools.length === 0) return phrases.noTools;
      const examples = exampleRequests(situation, outcome.message);
      return outcome.searched ? phrases.searchedInVain(examples) : phrases.noToolFits(examples);
    }
  }
}

/** Renders results: by the tool's template for a success, by a sentence for a failure. Auxiliary calls are omitted. */
function wordCalls(calls: readonly MadeCall[], message: ReadMessage, situation: Situation): string {
  const { hints } = situation;
  const ending = calls.filter((made) => endsChain(made, hints));
  const shown = ending.length > 0 ? ending : calls.filter((_, index) => isShown(index, calls, situation));
  return shown.map((made) => wordCall(made, message, situation)).join('\n\n');
}

function isShown(index: number, calls: readonly MadeCall[], { hints }: Situation): boolean {
  const made = calls[index];
  if (!made) return false;
  if (made.result && !made.result.success) return true;
  if (made.call.name === TOOL_SEARCH) return calls.length === 1;
  return !calls.some((other, at) => {
    const chain = hints.tool(other.call.name)?.hints?.chain;
    const { name } = made.call;
    return (at > index && chain?.before?.includes(name)) || (at < index && chain?.after?.includes(name));
  });
}

function wordCall(made: MadeCall, message: ReadMessage, { hints, facts }: Situation): string {
  const { call, result } = made;
  const phrases = phrasesIn(message.language);
  if (!result) return phrases.done(call.name);
  if (result.success) return wordSuccess({ ...made, result }, message, hints.tool(call.name)?.hints?.reply);
  const { failure, notConfigured } = hints.tool(call.name)?.hints ?? {};
  if (result.errorClass === 'NOT_CONFIGURED' && facts.userId === null)
    return (
      (message.language === 'ar' ? notConfigured?.ar : notConfigured?.en) ??
      wordFailure(result, message.language)
    );
  return failure?.(result, call.arguments as never, message) ?? wordFailure(result, message.language);
}

type Templates = NonNullable<NonNullable<MadeCall['template']>['reply']>;

function wordSuccess(
  { call, result, template: program }: MadeCall & { result: ToolResult },
  message: ReadMessage,
  own: Templates | undefined,
): string {
  const { name, arguments: input } = call;
  const { data } = result;
  const reply = program?.reply ?? own;
  const template = (message.language === 'ar' && reply?.ar) || reply?.en;
  const text = template ? template(data as never, input as never, message) : describeValue(name, data);
  const isSample =
    typeof data === 'object' && data !== null && (data as { sample?: unknown }).sample === true;
  return isSample && !/sample|تجريبي/i.test(text) ? `${text}\n${phrasesIn(message.language).sample}` : text;
}
