export interface LongJobSlots {
  /** Runs the work if a slot is free, and keeps the slot if it returns that a job was begun. Returns the same. */
  take(begin: () => Promise<number>): Promise<boolean>;
  release(): void;
}

/** Bounds how many long jobs of all kinds run at once, so that they leave connections to short ones. */
export function createLongJobSlots(size: number): LongJobSlots {
  let free = size;
  return {
    take: async (begin) => {
      if (free === 0) return false;
      // Before the fetch: two kinds that fetch at once must not share the last slot.
      free -= 1;
      let begun = 0;
      try {
        begun = await begin();
      } finally {
        if (begun === 0) free += 1;
      }
      return begun > 0;
    },
    release: () => {
      free += 1;
    },
  };
}
