/**
 * A reply without what the conversation was told already and what holds as before, such as an assumption: each pattern is a
 * sentence, and what was told last of any of them holds.
 *
 * @param earlier replies before, oldest first.
 */
export function withoutToldBefore(
  reply: string,
  earlier: readonly string[],
  patterns: readonly RegExp[],
): string {
  const toldLast = earlier.flatMap((said) => patterns.filter((pattern) => pattern.test(said))).at(-1);
  if (!toldLast?.test(reply)) return reply;
  return reply.replace(new RegExp(`(?:${toldLast.source})[ \\t]*\\n?`, 'u'), '').trim();
}
