/** Repeats the step until nothing is left, or nothing has become less for that long: a slow machine is no fault. */
export async function workOff(
  countLeft: () => number | Promise<number>,
  step: () => Promise<unknown>,
  patienceMs: number,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = 0;
  for (let left = await countLeft(); left > 0; left = await countLeft()) {
    if (left < least) [least, deadline] = [left, Date.now() + patienceMs];
    if (Date.now() > deadline) return;
    await step();
  }
}
