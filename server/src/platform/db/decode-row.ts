import { types } from './times.ts';

export interface Field {
  name: string;
  dataTypeID: number;
}

export type Decode = (values: (string | null)[]) => Record<string, unknown>;

/** Reads rows of these columns, which come as texts. */
export function decoderOf(fields: Field[]): Decode {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID, 'text') }));
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of columns.entries()) {
      const value = values[index] as string | null;
      row[name] = value === null ? null : parse(value);
    }
    return row;
  };
}
