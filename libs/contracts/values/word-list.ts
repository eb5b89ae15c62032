type Words<Text extends string> = Text extends `${infer Line}\n${infer Rest}`
  ? Words<Line> | Words<Rest>
  : Text extends ` ${infer Rest}`
    ? Words<Rest>
    : Text extends `${infer Word} ${infer Rest}`
      ? Word | Words<Rest>
      : Text;

/** The words of a text, in its order. The type names each word, as of a list written with `as const`. */
export function wordList<const Text extends string>(text: Text): readonly Words<Text>[] {
  return text.split(/\s+/) as Words<Text>[];
}
