const MAX_ANSWER_MS = 60_000;

/** A request that hangs is as bad as one that fails. @throws with `what` if the answer does not come. */
export async function inTime<Result>(work: Promise<Result>, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has no answer`)), MAX_ANSWER_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
