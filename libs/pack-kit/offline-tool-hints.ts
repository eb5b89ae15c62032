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
      /** The amount is multiplied by `factor` if one of the words is in the message: "a month" is twelve times as much a year. */
      times?: { factor: number; when: string[] };
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
  /** A date or moment, with `after` only behind one of these words; `past` reads only what has passed. */
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
   * The message without the matched command words; as a `headline`, cut to so many characters, without a mark or a
   * "please" behind.
   */
  | { from: 'rest'; without?: string[]; headline?: number }
  | { from: 'list'; after: string[] }
  /** A part of the question that the message asks of a dataset of the pack or the platform. */
  | {
      from: 'data';
      part: 'dataset' | 'operation' | 'filters' | 'metrics' | 'groupBy' | 'orderBy';
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
  /** What the pack knows of the person (`PackSpec.recall`). */
  | { from: 'known'; key: string }
  | { from: 'const'; value: unknown }
  /** The pack's own reading of the message. */
  | { from: 'rule'; read: (message: OfflineMessage) => unknown }
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
  /** Words that add to the tool's lexical score when they stand in the message. */
  cues?: string[];
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
  /** The question asked when a required argument cannot be filled. */
  ask?: Record<string, { en: string; ar?: string }>;
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
