import { types } from './times.ts';

export interface Field {
  name: string;
  dataTypeID: number;
}

/** Leaves out the columns before `from`. */
export type Decode = (values: (string | null)[], from: number) => Record<string, unknown>;

/** Reads rows of these columns, which come as texts. */
export function decoderOf(fields: Field[]): Decode {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID, 'text') }));
  return (values, from) => {
    const row: Record<string, unknown> = {};
    for (let index = from; index < columns.length; index += 1) {
      const { name, parse } = columns[index] as (typeof columns)[number];
      const value = values[index] as string | null;
      row[name] = value === null ? null : parse(value);
    }
    return row;
  };
}
