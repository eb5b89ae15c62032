import type { ToolResult } from '#contracts';

/**
 * What a pack supplies so that the offline model can fill arguments and word replies without a model.
 * Each code says where the value of one parameter comes from; the offline model interprets them.
 */
export type Fill =
  /** Of a turn that has it; only for messages for which `when` holds. */
  | {
      from: 'context';
      key: 'contactId' | 'conversationId' | 'orgId' | 'userId' | 'channel' | 'language';
      when?: (message: OfflineMessage) => boolean;
    }
  /**
   * The longest match of the named gazetteer in the message; `many` takes all of them, `alternatives` with the first one
   * those that "or" and "and" join to it, and `as: 'written'` the words of the message instead of the name that they mean.
   */
  | { from: 'place'; set: string; many?: boolean; alternatives?: boolean; as?: 'name' | 'written' }
  /** An amount with direction words; `lone` takes one without (after budget words for `max`). */
  | {
      from: 'money';
      bound: 'max' | 'min' | 'any';
      near?: string[];
      /** The amount nearest to one of these words is another: "with 50k down" tells no price. */
      notNear?: string[];
      lone?: boolean;
      /** Where the message asks for something cheaper and names no amount: just under the least that the tool listed last. */
      under?: { tool: string; amounts: (data: never) => number[] };
      /**
       * Multiplied by `factor` where one of the words stands in the message: "a month" makes twelve times as much a year. An
       * amount below `below` is meant so without them, where none of `unless` stands there.
       */
      times?: { factor: number; when: string[]; below?: number; unless?: string[] };
    }
  /**
   * A whole number beside one of the words: "3 bedrooms", "bedrooms: 3", "a cog of 25". One that stands as near to the words
   * of another parameter of the tool is not taken twice. `bound: 'min'` wants "3+", "at least 3" and the lower of "1 or 2",
   * `max` "at most 3" and the upper of "1 or 2", and `exact` refuses all those;
   * `lone` takes one that stands alone.
   */
  | { from: 'int'; words: string[]; bound?: 'exact' | 'min' | 'max'; asText?: boolean; lone?: boolean }
  | {
      from: 'num';
      unit: 'percent' | 'hours' | 'days' | 'weeks' | 'months' | 'years' | 'minutes' | 'people';
      near?: string[];
    }
  | { from: 'year' }
  /** The first value of which a synonym (or the value itself) stands in the message. */
  | { from: 'enum'; values: Record<string, string[]> }
  /**
   * Behind one of the words `after`; `past` reads only what has passed, `ahead` only today and what is to come. With
   * `when`, only of a message that has one of these words.
   */
  | {
      from: 'datetime';
      after?: string[];
      past?: true;
      ahead?: true;
      when?: string[];
      /** The day of a time of day that is named without one, where it is still to come. */
      day?: Extract<Fill, { from: 'asked' }>;
    }
  | { from: 'url' }
  | { from: 'email' }
  | { from: 'id'; prefix: string }
  | { from: 'quoted' }
  /**
   * The message without the matched command words; as a `headline`, cut to so many characters, without a mark or a
   * "please" behind, and with the first word that `begins` names in its other form.
   */
  | { from: 'rest'; without?: string[]; headline?: number; begins?: Record<string, string> }
  | { from: 'list'; after: string[] }
  /** A part of the question that the message asks of a dataset of the pack or the platform. */
  | {
      from: 'data';
      part: 'dataset' | 'operation' | 'filters' | 'metrics' | 'groupBy' | 'orderBy' | 'limit' | 'unanswered';
    }
  /**
   * A field of an earlier tool result of this turn, else of the last five calls of the conversation; `many` takes those
   * of all calls of this turn. Nothing for a message that names an id that begins with `unlessId`, and so something else,
   * and nothing where the list `soleOf` of that result holds more than one. Only for messages for which `when` holds.
   */
  | {
      from: 'prev';
      tool: string;
      path: string;
      many?: boolean;
      unlessId?: string;
      soleOf?: string;
      when?: (message: OfflineMessage) => boolean;
    }
  /**
   * A field of the one that the message picks out of the list that the latest result of the tools has at `path`; a failure
   * may hold one too. It picks by place ("the second one", of the first `told`), and where the field `time` is named by
   * day and time of day ("Tuesday at half past one"); a day alone picks what is the only one on it. With `prefix`, the list
   that a reply told last with ids of it comes first, in the order in which it was told and whatever tool gave it.
   */
  | {
      from: 'nth';
      tools: string[];
      path: string;
      field: string;
      time?: string;
      told?: number;
      prefix?: string;
      least?: { words: readonly string[]; field: string };
    }
  /**
   * The one thing with such an id that the conversation spoke of last: named by the person, handed to a tool, or told
   * alone; nothing where several were told last. Only for messages for which `when` holds.
   */
  | { from: 'told'; prefix: string; when?: (message: OfflineMessage) => boolean }
  /**
   * What the last call of a tool in the conversation before was made with, as long as none of the tools `until` was called
   * since. Only for messages for which `when` holds.
   */
  | {
      from: 'asked';
      tool: string;
      argument: string;
      until?: string[];
      when?: (message: OfflineMessage) => boolean;
    }
  /** What the pack knows of the person (`PackSpec.recall`). */
  | { from: 'known'; key: string }
  | { from: 'const'; value: unknown }
  /** The pack's own reading of the message; `asking` is the reply whose question it answers, where it answers one. */
  | { from: 'rule'; read: (message: OfflineMessage, asking?: string) => unknown }
  /** The first that gives a value. */
  | { from: 'first'; of: Fill[] };

/** The message as the offline model reads it. */
export interface OfflineMessage {
  text: string;
  /** After the one folding of letters and digits (`normalizeText`). */
  normalized: string;
  language: string;
}

/**
 * Words a successful result for a person. `data` is the tool's result as a model sees it, `input` what it was called
 * with, `message` the request that it answers: what is said may take up a wish that the tool has no argument for.
 */
export type ReplyTemplate = (data: never, input: never, message?: OfflineMessage) => string;

export interface OfflineToolHints {
  /** Per parameter; one without a code is left out. */
  fill: Record<string, Fill>;
  /** English is needed; other languages fall back to it. */
  reply: { en: ReplyTemplate; ar?: ReplyTemplate };
  /** Sentences of its replies that a conversation is told once, as long as none of the others holds in their place. */
  toldOnce?: readonly RegExp[];
  /** Words that add to the tool's lexical score when they stand in the message. */
  cues?: string[];
  /** A tool that calculates: a message that changes a figure of its last call ("and if it was 20?") calls it anew. */
  recalculates?: boolean;
  /** A message that names nothing anew and yet narrows the last search: it is made again, and the reply takes it up. */
  refines?: (message: OfflineMessage) => boolean;
  /** The tool is not called when this says no for the message. */
  applies?: (message: OfflineMessage) => boolean;
  /** Tools that run first when they resolve an argument, and those that run afterwards. */
  chain?: { before?: string[]; after?: string[] };
  /** A question may call it although it writes: what it writes is a record of the answer. */
  servesQuestions?: true;
  /** The whole message is one description, also where "then" joins its parts. */
  wholeMessage?: true;
  /** A call for each value of this parameter that the message gives, in their order; one call where it gives none. */
  each?: { parameter: string; values: (message: OfflineMessage) => string[] };
  /** A result with which a chain ends, and whose own reply is told: what was to follow has nothing to go by. */
  endsChain?: (data: never) => boolean;
  /** Words a failure; undefined leaves it to the general sentences. */
  failure?: (failed: ToolResult, input: never, message: OfflineMessage) => string | undefined;
  /** What somebody who can set nothing is told where a setting is missing; staff is told which one. */
  notConfigured?: { en: string; ar: string };
  /** What it does is to keep what is said: a question's answer, a condition, a refusal or a remark is kept like a request. */
  keepsWhatIsSaid?: true;
  /** Its examples are what staff say of a person; that person is not shown them. */
  examplesOf?: 'staff';
  /** It is called when somebody asks to be put through to a human being; one tool of a pack. */
  forPerson?: true;
  /**
   * The question asked when a required argument cannot be filled. A message that `accepts` refuses, and that names no value
   * by itself, is no answer to it.
   */
  ask?: Record<string, { en: string; ar?: string; accepts?: (message: OfflineMessage) => boolean }>;
  /** The questions with which `reply` goes on, so that a bare answer is understood. */
  asksBack?: QuestionBack[];
}

/** A question at the end of a reply, and what a message that does no more than answer it leads to. */
export interface QuestionBack {
  /** As the reply words it. */
  question: { en: string; ar?: string };
  /** The tool that is called then; the one that asked when absent. */
  tool?: string;
  /** How its arguments are read from the answer; a message that lacks one of them is no answer. */
  gives: Record<string, Fill>;
  /** Arguments of the call before that the next one leaves out. What only reads keeps the others. */
  drops?: string[];
  /** Arguments of the call before that a next one which writes, or another tool, is called with as well. */
  keeps?: string[];
  /** Whether a message answers the reply that asks; when absent, one does that says nothing besides what `gives` reads. */
  answeredBy?: (message: OfflineMessage, asking?: string) => boolean;
  /** An answer that gives no value ("the fifth one" of three) has the tool that asked, and only reads, ask once more. */
  asksAnew?: true;
}

/** A place, with every other spelling that means it. Longest match first. */
export interface Place {
  name: string;
  spellings: string[];
}

/** A pack's own reading of place names, where spellings cannot be listed. */
export interface PlaceReader {
  /** In the order of the message, each once. */
  find(text: string): { name: string; written: string }[];
  /** What might be a place that is not known, as it is written. */
  unknown?(text: string): string | undefined;
}

export type Gazetteer = readonly Place[] | PlaceReader;
