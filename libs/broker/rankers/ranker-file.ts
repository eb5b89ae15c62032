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
  /** Version of the message features; a ranker of other features cannot score messages. */
  features: string;
  lengths: Record<ArrayName, number>;
}

/** Changed with every change of the message features, so that older rankers are not used. */
const FEATURES = 'stems-concepts-bigrams-grams-18/2';

/** Serializes the learned state: the length of a JSON header, the header, then the arrays. */
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

/** Reads the output of {@link writeRanker}; undefined for another format or other features, which requires a new training. */
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
