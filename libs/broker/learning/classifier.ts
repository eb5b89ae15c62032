import { EPOCHS, LEARNING_RATE, TRAINING_SEED } from '../ranking/ranking-constants.ts';

/** A sparse vector: rows and their values. */
export interface SparseVector {
  rows: Uint32Array;
  values: Float32Array;
}

/**
 * Softmax regression over sparse vectors, by stochastic gradient descent with one AdaGrad step size per row. The order of
 * the examples in each pass comes from a fixed seed.
 *
 * Source: Duchi, Hazan, Singer, Adaptive Subgradient Methods (2011).
 *
 * @returns weights, rows × labels.
 */
export function trainClassifier(
  vectors: readonly SparseVector[],
  labels: Uint32Array,
  rows: number,
  classes: number,
): Float32Array {
  const weights = new Float32Array(rows * classes);
  const squares = new Float32Array(rows).fill(1e-8);
  const gradient = new Float32Array(classes);
  const random = seededRandom(TRAINING_SEED);
  const order = Uint32Array.from(vectors.keys());
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const vector = vectors[at]!;
      score(vector, weights, gradient);
      const length = softmaxError(gradient, labels[at]!);
      for (let entry = 0; entry < vector.rows.length; entry += 1) {
        const [row, value] = [vector.rows[entry]!, vector.values[entry]!];
        squares[row]! += value * value * length;
        const step = (LEARNING_RATE * value) / Math.sqrt(squares[row]!);
        const begin = row * classes;
        for (let tool = 0; tool < classes; tool += 1) weights[begin + tool]! -= step * gradient[tool]!;
      }
    }
  }
  return weights;
}

function score({ rows, values }: SparseVector, weights: Float32Array, into: Float32Array): void {
  into.fill(0);
  const classes = into.length;
  for (let entry = 0; entry < rows.length; entry += 1) {
    const [begin, value] = [rows[entry]! * classes, values[entry]!];
    for (let tool = 0; tool < classes; tool += 1) into[tool]! += value * weights[begin + tool]!;
  }
}

/** Replaces scores with the gradient: probabilities minus the true label. @returns its squared length. */
function softmaxError(scores: Float32Array, label: number): number {
  let most = -Infinity;
  for (const score of scores) if (score > most) most = score;
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) sum += scores[at] = Math.exp(scores[at]! - most);
  let squares = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const error = scores[at]! / sum - (at === label ? 1 : 0);
    scores[at] = error;
    squares += error * error;
  }
  return squares;
}

/** Random numbers from 0 to 1, determined by the seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
}
