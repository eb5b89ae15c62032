import { brokerWords } from '../text/broker-words.ts';
import type { ToolDocument } from '../index/tool-document.ts';
import { fitVectors } from './fit-vectors.ts';
import { LearnedRanker } from './learned-ranker.ts';
import { messageFeatures } from './message-features.ts';
import { makeTrainingSet, usableExamples, type Example } from './training-set.ts';

/**
 * Learns from past messages which tools are called. Deterministic on every machine for the same examples in the same
 * order.
 *
 * @param documents the tools to rank; examples of other tools are ignored.
 * @param examples oldest first; only the newest `MAX_EXAMPLES` are used.
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
