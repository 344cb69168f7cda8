/** Two scrapers, or one in a hurry, cost the database one read in the time. A failure is not remembered. */
export function atMostEvery(ms: number, read: () => Promise<void>): () => Promise<void> {
  let last: { at: number; done: Promise<void> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= ms) {
      const current = { at: performance.now(), done: read() };
      current.done.catch(() => {
        if (last === current) last = undefined;
      });
      last = current;
    }
    return last.done;
  };
}
