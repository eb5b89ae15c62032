/**
 * Every number of the ranking, with its source. "Measured first" means found in trials before the product was written,
 * on the sets whose results stand under "study" in docs/broker.md; "tuned" means chosen on the development sets (MetaTool,
 * Seal-Tools, ArBanking77) by `npm run bench -- broker`, see there.
 */

/** BM25F: saturation of repeated words, and how much the length of a field counts. Tuned; 1.2 is Robertson's usual value. */
export const BM25_K1 = 1.2;
export const BM25_B = 0.4;

/** What one occurrence in a field is worth. Name, description, parameters and category: measured first; the others tuned. */
export const FIELD_WEIGHTS = {
  name: 2.5,
  description: 1,
  parameters: 0.35,
  category: 0.6,
  whenToUse: 1,
  examples: 1,
} as const;

/** What a shared subject ("umbrella", "forecast") is worth beside a shared word. Tuned: +6 points on MetaTool, +10 in Arabic. */
export const CONCEPT_WEIGHT = 0.8;

/** Lengths of the character n-grams of a word with its boundaries. Measured first. */
export const GRAM_SIZES = [3, 4, 5] as const;

/** Shares of words and n-grams in the text score, each scaled to its best tool. Measured first. */
export const WORD_SHARE = 0.6;
export const GRAM_SHARE = 0.4;

/** A message of several requests: the best part plus so much of the whole. Measured first: +3 points on compound requests. */
export const WHOLE_SHARE = 0.5;
/** More parts than this are scored as one with the last. */
export const MAX_PARTS = 8;
/** Fewer words that carry meaning make no request of their own. Tuned. */
export const MIN_PART_WORDS = 2;

/** Shares of text, past messages (centroid) and classifier in the warm score. Tuned. */
export const TEXT_SHARE = 0.5;
export const CENTROID_SHARE = 1;
/** The classifier's share grows from the first to the last with the examples per tool that was used. Tuned. */
export const CLASSIFIER_SHARE = { least: 1, most: 4, perExampleOfTool: 0.15 };
/** Below so many examples the classifier keeps its least share. Measured first: weights fitted on 200 traces collapse. */
export const MIN_EXAMPLES_TO_BLEND = 1_000;

/** Past calls from which a tool is no longer new, and the share of ranked places that new ones have (docs/broker.md). */
export const NEW_TOOL_USES = 5;
export const NEW_TOOL_SHARE = 1 / 3;
/** A new tool whose text fits less than this share of the best one's leaves its place to the next of all. Tuned. */
export const NEW_TOOL_MIN_FIT = 0.25;

/** Features of the classifier are folded to so many rows: 2^18, so that collisions stay rare at 100,000 features. */
export const FEATURE_BITS = 18;
/** Unit lengths of the kinds of features of a message. Tuned. */
export const FEATURE_LENGTHS = { words: 1, concepts: 0.5, bigrams: 0.5, grams: 1 };
/** Training: passes over the examples, step of AdaGrad, and the seed of their order. Tuned. */
export const EPOCHS = 5;
export const LEARNING_RATE = 0.5;
export const TRAINING_SEED = 20_251_120;
/** Smaller centroid values, and classifier weights nearer to zero, are left out of what is served. Tuned: a tenth of the size, the same recall. */
export const MIN_CENTROID = 0.01;
export const MIN_WEIGHT = 0.1;
/** Weights held while training: 32 million, 128 MB. The rarest features give way. */
export const MAX_TRAINING_WEIGHTS = 32_000_000;
/** Examples that are learned from, the newest. At 20,000 and 200 tools a training takes about half a minute. */
export const MAX_EXAMPLES = 20_000;

/**
 * Added to a tool of which the message is an example, word for word: more than text, learning and all boosts together, so
 * that what a person has said of a message holds at once, whatever the past says. Set by judgement.
 */
export const SAME_EXAMPLE_BOOST = 10;

/** Boosts on scores from 0 to 1. Tools of an intent that holds: a fifth of a usual score, as the offline model counts them. */
export const INTENT_BOOST = 0.1;
/** The share of the turns in which a tool was called after the last one, over this artifact, by this agent or on this channel, times these. Set by judgement: below what one fitting word gives. */
export const CONTEXT_BOOSTS = { after: 0.15, artifact: 0.1, agent: 0.05, channel: 0.05 };
/** A tool whose name says that it works on the open artifact (`update_bom` on `bom`). Set by judgement: half an intent. */
export const OPEN_ARTIFACT_BOOST = 0.05;

/** Below all of these nothing fits: BM25F of one rare word is about 2, a cosine of 0.2 is a misspelled word of a short message. Set by judgement, looked at on small talk and the packs' utterances. */
export const SCORE_FLOOR = { words: 1, grams: 0.2, learned: 0.5 };
/** Confidence, 1 less the score at the last place relative to the first, below which more are offered. Set by judgement. */
export const LOW_CONFIDENCE = 0.1;
/** Where an intent of the message is one of the best tool's, so much is added to the confidence. */
export const INTENT_CONFIDENCE = 0.1;

/** A message of so few words that carry meaning follows on the turn before, and the tools of that turn's set are worth so much more. */
export const FOLLOW_UP_STEMS = 3;
export const FOLLOW_UP_BOOST = 0.15;
