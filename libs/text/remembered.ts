/** Returns `read` with a memory of its results, for texts that repeat. The memory is emptied when it has `maxTexts`. */
export function remembered<Value>(read: (text: string) => Value, maxTexts: number): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (known.size >= maxTexts) known.clear();
    known.set(text, value);
    return value;
  };
}
