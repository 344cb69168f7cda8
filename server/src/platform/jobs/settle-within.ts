/** Resolves when all work has ended, or when the time is up, whichever comes first. */
export async function settleWithin(work: Iterable<Promise<unknown>>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.all(work), timeout]);
  clearTimeout(timer);
}
