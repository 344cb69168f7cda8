import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';

interface Schema {
  def: {
    type: string;
    format?: string;
    shape?: Record<string, Schema>;
    innerType?: Schema;
    in?: Schema;
    options?: Schema[];
  };
}

/** A text field of a request, such as `query.cursor` of `listAudit`. */
export interface Place {
  name: string;
  part: 'params' | 'query' | 'body';
  path: string[];
  isId: boolean;
}

function textsIn({ def }: Schema, path: string[] = []): { path: string[]; isId: boolean }[] {
  if (def.type === 'string') return [{ path, isId: def.format === 'uuid' }];
  const fields = Object.entries(def.shape ?? {}).flatMap(([field, schema]) => textsIn(schema, [...path, field]));
  const inner = [def.innerType, def.in, ...(def.options ?? [])].flatMap((schema) =>
    schema ? textsIn(schema, path) : [],
  );
  return [...fields, ...inner];
}

export const places: Place[] = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = (endpoint as Endpoint)[part];
    const texts = schema ? textsIn(schema as unknown as Schema) : [];
    const byPath = new Map(texts.map((text) => [text.path.join('.'), text]));
    return [...byPath.values()].map((text) => ({ name, part, ...text }));
  }),
);

export const placeName = ({ name, part, path }: Place): string => `${name} ${[part, ...path].join('.')}`;

/** Top-level fields of the body, of every variant. */
export function bodyFields(name: string): Set<string> {
  const schema = endpoints[name]?.body as unknown as Schema | undefined;
  const kinds = schema ? [schema, ...(schema.def.options ?? [])] : [];
  return new Set(kinds.flatMap(({ def }) => Object.keys(def.shape ?? {})));
}

export const withBody: string[] = Object.keys(endpoints).filter((name) => endpoints[name]?.body);
