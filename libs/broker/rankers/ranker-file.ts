import { LearnedRanker, type LearnedState } from '../learning/learned-ranker.ts';

const FORMAT = 1;
const LENGTH_BYTES = 4;
const ALIGNMENT = 4;

const arrayTypes = {
  keys: Uint32Array,
  idf: Float32Array,
  starts: Uint32Array,
  centroid: Float32Array,
  weight: Float32Array,
  entryTools: Uint16Array,
} as const;
type ArrayName = keyof typeof arrayTypes;
const arrayNames = Object.keys(arrayTypes) as ArrayName[];

interface Header extends Pick<LearnedState, 'tools' | 'contexts'> {
  format: number;
  /** Of the features; a ranker of other features would be asked in words that it does not know. */
  features: string;
  lengths: Record<ArrayName, number>;
}

/** Raised whenever message features are made otherwise, so that older rankers are not asked. */
const FEATURES = 'stems-concepts-bigrams-grams-18/2';

/** What was learned as bytes: the length of a JSON header, the header, and the arrays behind it. */
export function writeRanker({ state }: LearnedRanker): Buffer {
  const lengths = Object.fromEntries(
    arrayNames.map((name) => [name, state[name].length]),
  ) as Header['lengths'];
  const { tools, contexts } = state;
  const header: Header = { format: FORMAT, features: FEATURES, tools, contexts, lengths };
  const json = Buffer.from(JSON.stringify(header));
  const padded = Buffer.alloc(Math.ceil(json.length / ALIGNMENT) * ALIGNMENT, ' ');
  json.copy(padded);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(padded.length);
  const arrays = arrayNames.map((name) => {
    const { buffer, byteOffset, byteLength } = state[name];
    return Buffer.from(buffer, byteOffset, byteLength);
  });
  return Buffer.concat([length, padded, ...arrays]);
}

/** The ranker that {@link writeRanker} wrote; undefined for one of another format or other features, which is trained anew. */
export function readRanker(bytes: Buffer): LearnedRanker | undefined {
  const headerBytes = bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + headerBytes)) as Header;
  if (header.format !== FORMAT || header.features !== FEATURES) return undefined;
  let offset = LENGTH_BYTES + headerBytes;
  const arrays = Object.fromEntries(
    arrayNames.map((name) => {
      const array = new arrayTypes[name](header.lengths[name]);
      const target = Buffer.from(array.buffer);
      bytes.copy(target, 0, offset, offset + target.length);
      offset += target.length;
      return [name, array];
    }),
  ) as Pick<LearnedState, ArrayName>;
  return LearnedRanker.of({ tools: header.tools, contexts: header.contexts, ...arrays });
}
