/**
 * Constants of the ranking with their sources. "Measured first" means found in trials before the product was written, on
 * the sets under "study" in docs/broker.md; "tuned" means chosen on the development sets (MetaTool, Seal-Tools,
 * ArBanking77) with `npm run bench -- broker`.
 */

/** BM25F: saturation of repeated words (k1) and length normalisation (b). Tuned; the usual k1 is 1.2. */
export const BM25_K1 = 1.2;
export const BM25_B = 0.4;

/** Weight of an occurrence per field. Name, description, parameters and category: measured first; the others tuned. */
export const FIELD_WEIGHTS = {
  name: 2.5,
  description: 1,
  parameters: 0.35,
  category: 0.6,
  whenToUse: 1,
  examples: 1,
} as const;

/** Weight of a shared concept ("umbrella", "forecast") relative to a shared word. Tuned: +6 points on MetaTool, +10 in Arabic. */
export const CONCEPT_WEIGHT = 0.8;

/** Lengths of character n-grams, including word boundaries. Measured first. */
export const GRAM_SIZES = [3, 4, 5] as const;

/** Shares of words and n-grams in the text score, each scaled to its best tool. Measured first. */
export const WORD_SHARE = 0.6;
export const GRAM_SHARE = 0.4;

/** For a message of several requests, the share of the whole added to the best part. Measured first: +3 points on compound requests. */
export const WHOLE_SHARE = 0.5;
/** Maximum number of parts; further parts are joined to the last. */
export const MAX_PARTS = 8;
/** Minimum number of words other than stop words in a request. Tuned. */
export const MIN_PART_WORDS = 2;

/** Shares of text, past messages (centroid) and classifier in the warm score. Tuned. */
export const TEXT_SHARE = 0.5;
export const CENTROID_SHARE = 1;
/** The classifier's share grows from `least` to `most` with the number of examples per used tool. Tuned. */
export const CLASSIFIER_SHARE = { least: 1, most: 4, perExampleOfTool: 0.15 };
/** Below this number of examples, the classifier has its least share. Measured first: weights fitted on 200 traces collapse. */
export const MIN_EXAMPLES_TO_BLEND = 1_000;

/** Calls after which a tool is no longer new, and the share of ranked places reserved for new tools (docs/broker.md). */
export const NEW_TOOL_USES = 5;
export const NEW_TOOL_SHARE = 1 / 3;
/** Minimum text score of a new tool, relative to the best one, for a reserved place. Tuned. */
export const NEW_TOOL_MIN_FIT = 0.25;

/** Classifier features are hashed to 2^18 rows, so that collisions stay rare at 100,000 features. */
export const FEATURE_BITS = 18;
/** Vector length of each kind of message features. Tuned. */
export const FEATURE_LENGTHS = { words: 1, concepts: 0.5, bigrams: 0.5, grams: 1 };
/** Training: passes over the examples, AdaGrad step size, and the seed of the example order. Tuned. */
export const EPOCHS = 5;
export const LEARNING_RATE = 0.5;
export const TRAINING_SEED = 20_251_120;
/** Smaller centroid values and classifier weights are dropped from the serving ranker. Tuned: a tenth of the size, the same recall. */
export const MIN_CENTROID = 0.01;
export const MIN_WEIGHT = 0.1;
/** Maximum number of weights during training: 32 million, 128 MB. The rarest features are dropped. */
export const MAX_TRAINING_WEIGHTS = 32_000_000;
/** Maximum number of examples, the newest. With 20,000 examples and 200 tools, a training takes about half a minute. */
export const MAX_EXAMPLES = 20_000;

/**
 * Boost of a tool with an example equal to the message. It exceeds all other scores and boosts together, so that an added
 * example takes effect at once. Set by judgement.
 */
export const SAME_EXAMPLE_BOOST = 10;

/** Boost of tools with a detected intent, on scores from 0 to 1: a fifth of a usual score, as in the offline model. */
export const INTENT_BOOST = 0.1;
/** Boost per context: multiplied by the share of calls of a tool after the last tool, with this artifact, by this agent or on this channel. Set by judgement: less than one matching word. */
export const CONTEXT_BOOSTS = { after: 0.15, artifact: 0.1, agent: 0.05, channel: 0.05 };
/** Boost of a tool named after the open artifact (`update_bom` for `bom`). Set by judgement: half an intent. */
export const OPEN_ARTIFACT_BOOST = 0.05;

/**
 * Boosts of tools that nothing of the message scores: by their share of the agent's calls, then by their share of the org's,
 * then the tools that search. Much less than any other score, so that it only replaces the order of the alphabet.
 */
export const USUAL = { ofAgent: 0.5, ofOrg: 0.25, search: 0.1 };
export const USUAL_BOOST = 1e-4;

/** If all scores are below these, no tool matches. BM25F of one rare word is about 2; a cosine of 0.2 is a misspelled word of a short message. Set by judgement on small talk and the packs' utterances. */
export const SCORE_FLOOR = { words: 1, grams: 0.2, learned: 0.5 };
/** Confidence (1 minus the last offered score relative to the first) below which more tools are offered. Set by judgement. */
export const LOW_CONFIDENCE = 0.1;
/** Added to the confidence if the best tool has an intent of the message. */
export const INTENT_CONFIDENCE = 0.1;

/** A message with at most this many content words continues the previous turn, whose tools get the boost. */
export const FOLLOW_UP_STEMS = 3;
export const FOLLOW_UP_BOOST = 0.15;
