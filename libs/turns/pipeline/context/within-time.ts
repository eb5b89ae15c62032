/** What `work` comes to, or undefined when it takes longer than `limitMs`; what it comes to later is nobody's concern. */
export async function withinTime<Result>(
  work: Promise<Result>,
  limitMs: number,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
