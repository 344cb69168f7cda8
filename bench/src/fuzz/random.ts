export interface Random {
  next: () => number;
  between: (minimum: number, maximum: number) => number;
  pick: <T>(items: readonly T[]) => T;
}

/** Mulberry32: a linear generator correlates successive values and would never try some pairs. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (minimum, maximum) => minimum + Math.floor(next() * (maximum - minimum + 1)),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
  };
}
