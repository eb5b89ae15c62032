/** SQL expression of a value such as `agent-3`. The values are unevenly distributed: the first is the most frequent. */
export const unevenly = (name: string, count: number) =>
  `'${name}-' || (1 + floor(${count} * power(random(), 2)))::int`;
