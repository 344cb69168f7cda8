/** An account or ИНН of the business. */
export interface OwnValue {
  value: string;
  /** Null for what the requisites name now. */
  lastDay: string | null;
}

export type OwnOn = (day: string) => ReadonlySet<string>;

/** What counts as the business's own by the day of a document. A file has thousands of documents and few days. */
export function ownOnDays(values: readonly OwnValue[]): OwnOn {
  const days = new Map<string, ReadonlySet<string>>();
  return (day) => {
    const isOwn = ({ lastDay }: OwnValue) => lastDay === null || day <= lastDay;
    const own = days.get(day) ?? new Set(values.filter(isOwn).map(({ value }) => value));
    days.set(day, own);
    return own;
  };
}
