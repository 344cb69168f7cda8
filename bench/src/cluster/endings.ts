/** What undoes what was started and made, in the order of making. */
export type Endings = (() => Promise<unknown>)[];

/** The last first. One that fails keeps none of the others from being done. */
export async function endAll(endings: Endings, onFailure = logFailure): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end().catch(onFailure);
}

function logFailure({ message }: Error): void {
  console.error(`not undone: ${message}`);
}
