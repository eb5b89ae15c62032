import { contentStems, isStopWord, normalizedWords, stem } from '#text';

/** Share of what two messages could have in common from which on they are about the same. Set by judgement. */
const SAME_SUBJECT = 0.5;
/** Share of a cluster's messages that a word stands in to belong to its core. */
const CORE_SHARE = 0.5;
/** Words that name a cluster. */
const MAX_WORDS = 5;

/** Messages about the same, with the words that they share, in the form that most of them have. */
export interface MessageCluster<Message> {
  words: string[];
  messages: Message[];
}

interface Draft<Message> extends MessageCluster<Message> {
  counts: Map<string, number>;
}

/**
 * Puts messages together that share their telling words: how much of the rarer side's shared words both have, each word
 * weighed by ln(1 + messages / messages with it). A word that only one message has can join nothing and counts for
 * nothing. The greatest clusters come first; the order of the messages stays; the same messages give the same clusters.
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
  const greatestFirst = clusters.toSorted((a, b) => b.messages.length - a.messages.length);
  return greatestFirst.map((cluster) => ({ messages: cluster.messages, words: namesOf(cluster) }));
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
  let best: { cluster: Draft<Message>; likeness: number } | undefined;
  for (const cluster of candidates) {
    const likeness = likenessOf(own, coreOf(cluster), weigh);
    if (likeness >= SAME_SUBJECT && likeness > (best?.likeness ?? 0)) best = { cluster, likeness };
  }
  return best?.cluster;
}

function likenessOf(
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

/** The words that most of its messages have, as they are mostly written. */
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
  return common.map(([word]) => mostWritten(forms.get(word)) ?? word);
}

function mostWritten(forms: ReadonlyMap<string, number> | undefined): string | undefined {
  return [...(forms ?? [])].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))[0]?.[0];
}
