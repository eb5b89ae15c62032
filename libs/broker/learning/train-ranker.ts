import { brokerWords } from '../text/broker-words.ts';
import type { ToolDocument } from '../index/tool-document.ts';
import { fitVectors } from './fit-vectors.ts';
import { LearnedRanker } from './learned-ranker.ts';
import { messageFeatures } from './message-features.ts';
import { makeTrainingSet, usableExamples, type Example } from './training-set.ts';

/**
 * Learns from past messages which tools are called for what. The same examples, in their order, give the same ranker on
 * every machine.
 *
 * @param documents the tools that it ranks; examples of others are left out.
 * @param examples oldest first; the newest `MAX_EXAMPLES` count.
 */
export function trainRanker(documents: readonly ToolDocument[], examples: readonly Example[]): LearnedRanker {
  const used = usableExamples(documents, examples);
  const set = makeTrainingSet(
    documents,
    used,
    used.map(({ text }) => messageFeatures(brokerWords(text))),
  );
  return LearnedRanker.of({ ...set, ...fitVectors(set.vectors) });
}
