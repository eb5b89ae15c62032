import { contentStems, isStopWord, normalizedWords, stem } from '#text';

/** Minimum similarity of a message to a cluster (0 to 1). Set by judgement. */
const MIN_SIMILARITY = 0.5;
/** A word belongs to a cluster's core if at least this share of its messages contains it. */
const CORE_SHARE = 0.5;
const MAX_WORDS = 5;

/** Messages about the same topic, with their common words in the most frequent form. */
export interface MessageCluster<Message> {
  words: string[];
  messages: Message[];
}

interface Draft<Message> extends MessageCluster<Message> {
  counts: Map<string, number>;
}

/**
 * Clusters messages by common words. The similarity is the weight of the shared words divided by the smaller weight of
 * both sides; a word weighs ln(1 + messages / messages with the word), and 0 if only one message contains it. Largest
 * clusters first; messages keep their order. Deterministic.
 */
export function clusterByWords<Message extends { text: string }>(
  messages: readonly Message[],
): MessageCluster<Message>[] {
  const stems = messages.map(({ text }) => [...new Set(contentStems(normalizedWords(text)))].sort());
  const holders = new Map<string, number>();
  for (const word of stems.flat()) holders.set(word, (holders.get(word) ?? 0) + 1);
  const weigh = (word: string) => {
    const count = holders.get(word) ?? 0;
    return count < 2 ? 0 : Math.log(1 + messages.length / count);
  };
  const clusters: Draft<Message>[] = [];
  const byKey = new Map<string, Draft<Message>>();
  const byWord = new Map<string, Set<Draft<Message>>>();
  for (const [at, message] of messages.entries()) {
    const own = stems[at]!;
    const key = own.join(' ');
    const cluster = byKey.get(key) ?? closest(own, byWord, weigh) ?? newCluster(clusters);
    byKey.set(key, cluster);
    cluster.messages.push(message);
    for (const word of own) {
      cluster.counts.set(word, (cluster.counts.get(word) ?? 0) + 1);
      const holding = byWord.get(word) ?? new Set();
      byWord.set(word, holding.add(cluster));
    }
  }
  const largestFirst = clusters.toSorted((a, b) => b.messages.length - a.messages.length);
  return largestFirst.map((cluster) => ({ messages: cluster.messages, words: namesOf(cluster) }));
}

function newCluster<Message>(clusters: Draft<Message>[]): Draft<Message> {
  const cluster: Draft<Message> = { words: [], messages: [], counts: new Map() };
  clusters.push(cluster);
  return cluster;
}

function closest<Message>(
  own: readonly string[],
  byWord: ReadonlyMap<string, ReadonlySet<Draft<Message>>>,
  weigh: (word: string) => number,
): Draft<Message> | undefined {
  const candidates = new Set(
    own.filter((word) => weigh(word) > 0).flatMap((word) => [...(byWord.get(word) ?? [])]),
  );
  let best: { cluster: Draft<Message>; similarity: number } | undefined;
  for (const cluster of candidates) {
    const similarity = similarityOf(own, coreOf(cluster), weigh);
    if (similarity >= MIN_SIMILARITY && similarity > (best?.similarity ?? 0)) best = { cluster, similarity };
  }
  return best?.cluster;
}

function similarityOf(
  own: readonly string[],
  core: ReadonlySet<string>,
  weigh: (word: string) => number,
): number {
  const sum = (words: Iterable<string>) => [...words].reduce((all, word) => all + weigh(word), 0);
  const least = Math.min(sum(own), sum(core));
  return least === 0 ? 0 : sum(own.filter((word) => core.has(word))) / least;
}

function coreOf<Message>({ counts, messages }: Draft<Message>): Set<string> {
  const needed = messages.length * CORE_SHARE;
  return new Set([...counts].filter(([, count]) => count >= needed).map(([word]) => word));
}

/** The most frequent words of the cluster, in their most frequent form. */
function namesOf<Message extends { text: string }>({ counts, messages }: Draft<Message>): string[] {
  const forms = new Map<string, Map<string, number>>();
  for (const { text } of messages) {
    for (const word of new Set(normalizedWords(text))) {
      if (isStopWord(word)) continue;
      const written = forms.get(stem(word)) ?? new Map<string, number>();
      forms.set(stem(word), written.set(word, (written.get(word) ?? 0) + 1));
    }
  }
  const common = [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MAX_WORDS);
  return common.map(([word]) => mostFrequentForm(forms.get(word)) ?? word);
}

function mostFrequentForm(forms: ReadonlyMap<string, number> | undefined): string | undefined {
  return [...(forms ?? [])].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))[0]?.[0];
}
