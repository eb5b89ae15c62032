import type { ToolResult } from '#contracts';

/**
 * Source of the value of one parameter, from which the offline model fills the argument without a real model.
 */
export type Fill =
  /** A value of the turn's context, if the turn has it and `when` returns true for the message. */
  | {
      from: 'context';
      key: 'contactId' | 'conversationId' | 'orgId' | 'userId' | 'channel' | 'language';
      when?: (message: OfflineMessage) => boolean;
    }
  /**
   * The longest match of the gazetteer `set` in the message. `many` takes all matches; `alternatives` takes the first one and
   * those joined to it by "or" or "and"; `as: 'written'` takes the words of the message instead of the canonical name.
   */
  | { from: 'place'; set: string; many?: boolean; alternatives?: boolean; as?: 'name' | 'written' }
  /** An amount with words such as "under" or "from"; `lone` also takes an amount without them (for `max`, after budget words). */
  | {
      from: 'money';
      bound: 'max' | 'min' | 'any';
      near?: string[];
      /** Excludes the amount nearest to one of these words: in "with 50k down" the amount is not the price. */
      notNear?: string[];
      lone?: boolean;
      /** Multiplies the amount by `factor` if the message contains one of the words, such as 12 for "a month". */
      times?: { factor: number; when: string[] };
    }
  /**
   * A whole number next to one of the words: "3 bedrooms", "bedrooms: 3", "a cog of 25". A number that is equally near to the
   * words of another parameter of the tool is used once only. `bound: 'min'` takes "3+", "at least 3" and the lower end of
   * "1 or 2"; `max` takes "at most 3" and the upper end of "1 or 2"; `exact` takes none of these. `lone` also takes a number
   * without such words.
   */
  | { from: 'int'; words: string[]; bound?: 'exact' | 'min' | 'max'; asText?: boolean; lone?: boolean }
  | {
      from: 'num';
      unit: 'percent' | 'hours' | 'days' | 'weeks' | 'months' | 'years' | 'minutes' | 'people';
      near?: string[];
    }
  | { from: 'year' }
  /** The first value that occurs in the message, itself or as a synonym. */
  | { from: 'enum'; values: Record<string, string[]> }
  /** A date or time; `after` takes one only after these words, `past` only one that has passed. */
  | {
      from: 'datetime';
      after?: string[];
      past?: true;
    }
  | { from: 'url' }
  | { from: 'email' }
  | { from: 'id'; prefix: string }
  | { from: 'quoted' }
  /**
   * The message without the matched command words. `headline` cuts it to this number of characters and drops trailing
   * punctuation and "please".
   */
  | { from: 'rest'; without?: string[]; headline?: number }
  | { from: 'list'; after: string[] }
  /** A part of the query that the message expresses on a dataset of the pack or the platform. */
  | {
      from: 'data';
      part: 'dataset' | 'operation' | 'filters' | 'metrics' | 'groupBy' | 'orderBy';
    }
  /**
   * A field of an earlier tool result of this turn, otherwise of the last five calls of the conversation; `many` takes the
   * fields of all calls of this turn. No value if the message contains an id that begins with `unlessId` (it then refers to
   * something else), if the list `soleOf` of the result has more than one item, or if `when` returns false for the message.
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
  /** A fact about the person that the pack knows (`PackSpec.recall`). */
  | { from: 'known'; key: string }
  | { from: 'const'; value: unknown }
  /** A value that the pack's own function reads from the message. */
  | { from: 'rule'; read: (message: OfflineMessage) => unknown }
  /** The first source that yields a value. */
  | { from: 'first'; of: Fill[] };

/** The message as the offline model reads it. */
export interface OfflineMessage {
  text: string;
  /** The text after `normalizeText`. */
  normalized: string;
  language: string;
}

/**
 * Writes the reply for a successful result. `data` is the tool's result as a model sees it, `input` its arguments and
 * `message` the request; the reply can mention a wish for which the tool has no argument.
 */
export type ReplyTemplate = (data: never, input: never, message?: OfflineMessage) => string;

/** Hints of a tool with which the offline model calls it and words the reply. */
export interface OfflineToolHints {
  /** Source of each parameter; a parameter without one is omitted from the call. */
  fill: Record<string, Fill>;
  /** Reply by language; other languages fall back to English. */
  reply: { en: ReplyTemplate; ar?: ReplyTemplate };
  /** Words in the message that raise the tool's lexical score. */
  cues?: string[];
  /** Returns false for messages for which the tool must not be called. */
  applies?: (message: OfflineMessage) => boolean;
  /** `before`: tools that run first if they can resolve an argument; `after`: tools that run afterwards. */
  chain?: { before?: string[]; after?: string[] };
  /** A question can call the tool although it writes, because it only records the answer. */
  servesQuestions?: true;
  /** Treats the whole message as one request even if "then" joins its parts. */
  wholeMessage?: true;
  /** Makes one call per value of this parameter in the message, in order; one call when the message has no value. */
  each?: { parameter: string; values: (message: OfflineMessage) => string[] };
  /** Returns true for a result that ends the chain, because later tools would lack input. The reply of this tool is sent. */
  endsChain?: (data: never) => boolean;
  /** Writes the reply for a failure; undefined selects the general text. */
  failure?: (failed: ToolResult, input: never, message: OfflineMessage) => string | undefined;
  /** Reply to a contact when a setting is missing. Staff get the name of the setting instead. */
  notConfigured?: { en: string; ar: string };
  /** Question to the person when a required argument has no value, by parameter. */
  ask?: Record<string, { en: string; ar?: string }>;
}

/** A place with all alternative spellings. The longest match wins. */
export interface Place {
  name: string;
  spellings: string[];
}

/** Finds place names whose spellings cannot be listed. */
export interface PlaceReader {
  /** Returns the places of the text in order, each once. */
  find(text: string): { name: string; written: string }[];
  /** Returns a possible place name that the reader does not know, as written in the text. */
  unknown?(text: string): string | undefined;
}

export type Gazetteer = readonly Place[] | PlaceReader;
