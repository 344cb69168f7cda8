export interface Scenario {
  name: string;
  /** Each transaction takes one of them at random. */
  organizations: number;
  /** Transfers of one organization in one transaction. */
  batch: number;
}

export const scenarios = {
  one: { name: 'one organization', organizations: 1, batch: 1 },
  many: { name: '64 organizations', organizations: 64, batch: 1 },
  batches: { name: '64 organizations, 500 at once', organizations: 64, batch: 500 },
} satisfies Record<string, Scenario>;

export const connections = 16;
