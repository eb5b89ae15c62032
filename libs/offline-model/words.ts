import type { ToolResult } from '#contracts';
import { TOOL_SEARCH } from '#tools';
import { detectLanguage } from '#text';
import type { ModelTool } from '#models';
import type { Exchange, MadeCall } from './conversation.ts';
import { describeValue } from './describe.ts';
import { furtherFields, type EarlierItem } from './earlier-item.ts';
import { exampleRequests } from './examples.ts';
import type { OfflineHints } from './hints.ts';
import type { ReadMessage } from './message.ts';
import { phrasesIn } from './phrases.ts';
import type { Outcome } from './plan.ts';
import { takesFacts } from './repetition.ts';
import { spoken } from './spoken.ts';
import type { Situation } from './situation.ts';
import { wordFailure } from './word-failure.ts';
import { wordUnreachable } from './word-unreachable.ts';

/** Examples of what can be asked for, when no tool fits and when somebody only says hello. */
const MAX_EXAMPLES = 3;
const MAX_EXAMPLES_IN_SMALL_TALK = 2;

/** Words the outcomes of a message, one paragraph each. */
export function wordOutcomes(outcomes: readonly Outcome[], situation: Situation): string {
  const { hints, tools, facts, exchanges } = situation;
  const toContact = facts.userId === null;
  const paragraphs = outcomes.map((outcome) => {
    switch (outcome.kind) {
      case 'ask':
        return outcome.question;
      case 'person':
        return phrasesIn(outcome.language).noPerson;
      case 'left':
        return phrasesIn(outcome.language).left(outcome.question);
      case 'held':
        return wordHeld(outcome);
      case 'no tool':
        return wordUnreachable(situation, outcome.language) ?? wordNoTool(outcome, tools, hints, toContact);
      case 'done':
        return [
          wordCalls(outcome.calls, hints, outcome.message, toContact),
          savedBefore(outcome.calls, exchanges, hints, outcome.message),
        ]
          .filter(Boolean)
          .join('\n');
      case 'only named':
        return wordNamed(outcome, hints, toContact);
      case 'earlier item':
        return wordItem(outcome.item, outcome.language);
      case 'small talk': {
        const examples = exampleRequests(tools, hints, outcome.language, {
          most: MAX_EXAMPLES_IN_SMALL_TALK,
          toContact,
        });
        return phrasesIn(outcome.language).smallTalk[outcome.talk](examples);
      }
    }
  });
  const said = paragraphs.filter(Boolean).join('\n\n');
  return facts.channel === 'voice' ? spoken(said, facts.language) : said;
}

/**
 * Words results: each tool's template for a success, an honest sentence for a failure. Of a chain only what was asked
 * for is told, and whatever failed.
 */
export function wordCalls(
  calls: readonly MadeCall[],
  hints: OfflineHints,
  message: ReadMessage,
  toContact: boolean,
): string {
  const phrases = phrasesIn(message.language);
  const stopped = calls.filter((made) => endsChain(made, hints));
  const told =
    stopped.length > 0 ? stopped : calls.filter((made, index) => isTold(made, index, calls, hints));
  if (told.length === 0) return phrases.nothingDone;
  return told
    .map(({ call, result, template }) => {
      if (!result) return phrases.done(call.name);
      return result.success
        ? wordSuccess({ call, result, template }, hints, message)
        : wordFailed({ call, result }, hints, message, toContact);
    })
    .join('\n\n');
}

/** To staff with the setting that is missing; to anybody else, whom the platform does not tell it, as a thing that cannot be done here. */
function wordFailed(
  { call, result }: Required<Pick<MadeCall, 'call' | 'result'>>,
  hints: OfflineHints,
  message: ReadMessage,
  toContact: boolean,
): string {
  const { failure, notConfigured } = hints.tool(call.name)?.hints ?? {};
  const own = () => failure?.(result, call.arguments as never, message);
  if (!toContact || result.errorClass !== 'NOT_CONFIGURED')
    return own() ?? wordFailure({ call, result }, message.language);
  return (
    (message.language === 'ar' ? notConfigured?.ar : notConfigured?.en) ??
    own() ??
    phrasesIn(message.language).notConfigured
  );
}

/** A place that is not known is said to be so; of one that is, that nothing fits what was asked about it. */
function wordNamed(
  { calls, message }: Extract<Outcome, { kind: 'only named' }>,
  hints: OfflineHints,
  toContact: boolean,
): string {
  const said = wordCalls(calls, hints, message, toContact);
  const isKnown =
    !calls.some((made) => endsChain(made, hints)) && calls.every(({ result }) => result?.success);
  return isKnown ? `${phrasesIn(message.language).noToolFits} ${said}` : said;
}

/** A result that says that there is nothing to go on with; what failed behind it is told as well. */
function endsChain({ call, result }: MadeCall, hints: OfflineHints): boolean {
  return result?.success === true && hints.tool(call.name)?.hints?.endsChain?.(result.data as never) === true;
}

/** All that the conversation knows of one thing. */
function wordItem(item: EarlierItem, language: string): string {
  const phrases = phrasesIn(language);
  if (!item.line && !item.fields) return phrases.notLookedUp(item.name);
  // Fields have English names; the line has said them in the words of the reader.
  const further = item.line !== undefined && language === 'ar' ? [] : furtherFields(item);
  return [item.line ?? item.name, ...further.map((field) => `- ${field}`), phrases.allKnown].join('\n');
}

function isTold(
  { call, result }: MadeCall,
  index: number,
  calls: readonly MadeCall[],
  hints: OfflineHints,
): boolean {
  if (result && !result.success) return true;
  if (call.name === TOOL_SEARCH) return calls.length === 1;
  return !calls.some((other, at) => {
    if (at === index) return false;
    const chain = hints.tool(other.call.name)?.hints?.chain;
    return (
      (at > index && chain?.before?.includes(call.name)) || (at < index && chain?.after?.includes(call.name))
    );
  });
}

function wordSuccess(
  { call, result, template: program }: MadeCall & { result: ToolResult },
  hints: OfflineHints,
  message: ReadMessage,
): string {
  const { name, arguments: input } = call;
  const { data } = result;
  const { language } = message;
  const phrases = phrasesIn(language);
  const reply = program?.reply ?? hints.tool(name)?.hints?.reply;
  const template = (language === 'ar' && reply?.ar) || reply?.en;
  let text: string;
  try {
    text = template ? template(data as never, input as never, message) : describeValue(name, data);
  } catch {
    // A template that does not know this shape must not lose the result.
    text = describeValue(name, data);
  }
  const isSample =
    typeof data === 'object' && data !== null && (data as { sample?: unknown }).sample === true;
  return isSample && !/sample|تجريبي/i.test(text) ? `${text}\n${phrases.sample}` : text;
}

function wordNoTool(
  { searched, language }: Extract<Outcome, { kind: 'no tool' }>,
  tools: readonly ModelTool[],
  hints: OfflineHints,
  toContact: boolean,
): string {
  const phrases = phrasesIn(language);
  if (tools.length === 0) return phrases.noTools;
  const examples = exampleRequests(tools, hints, language, { most: MAX_EXAMPLES, toContact });
  const sentence = searched ? phrases.searchedInVain : phrases.noToolFits;
  return examples.length > 0 ? `${sentence} ${phrases.askMe(examples)}` : sentence;
}

/** Nothing was done; how it is asked for is said by an example of the tool. */
function wordHeld({ manner, spec, language }: Extract<Outcome, { kind: 'held' }>): string {
  const example = spec?.examples.find((one) => (detectLanguage(one) === 'ar') === (language === 'ar'));
  return phrasesIn(language).held(manner, example);
}

/** Where memory knows nothing: what was saved last in this conversation. */
function savedBefore(
  calls: readonly MadeCall[],
  exchanges: readonly Exchange[],
  hints: OfflineHints,
  message: ReadMessage,
): string {
  if (!calls.some(({ call, result }) => call.name === 'retrieve_context' && findsNothing(result))) return '';
  const saved = exchanges
    .slice(0, -1)
    .flatMap((exchange) => exchange.calls)
    .findLast(
      ({ call, result }) =>
        result?.success && takesFacts(hints.tool(call.name)) && hints.tool(call.name)?.sideEffect === 'write',
    );
  if (!saved?.result) return '';
  const { call, result } = saved;
  return `${phrasesIn(message.language).earlier} ${wordSuccess({ call, result }, hints, message)}`;
}

function findsNothing(result: MadeCall['result']): boolean {
  const { insights } = (result?.data ?? {}) as { insights?: unknown };
  return result?.success === true && Array.isArray(insights) && insights.length === 0;
}
