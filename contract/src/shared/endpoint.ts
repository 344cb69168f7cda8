import type * as z from 'zod/mini';
import type { OrganizationPermission, StaffPermission } from './permissions.ts';
import type { ProblemCode } from './problems.ts';

/**
 * Who may call an endpoint. `of` says which organization a permission is asked in: the one that the path names as
 * `organizationId`, or the one the session is switched to.
 */
export type Access =
  | 'public'
  | 'refresh'
  | 'signedIn'
  | { organization: OrganizationPermission; of: 'path' | 'session' }
  | { operator: StaffPermission };

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are written as in OpenAPI: `/api/organizations/{organizationId}`. */
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  headers?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  status: 200 | 201 | 204 | 303;
  /** Absent where the answer has no body. */
  answer?: z.ZodMiniType;
  /** Content types of a file that is streamed instead of an answer. */
  file?: readonly string[];
  /** What can go wrong besides bad input, a missing session and an overloaded server, which any call can meet. */
  problems?: readonly ProblemCode[];
}

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type SchemaInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Field<E, Name extends string> = E extends { [K in Name]: infer S } ? S : undefined;

/** What a handler receives: validated, with defaults filled in. */
export interface Received<E extends Endpoint> {
  params: SchemaOutput<Field<E, 'params'>>;
  query: SchemaOutput<Field<E, 'query'>>;
  headers: SchemaOutput<Field<E, 'headers'>>;
  body: SchemaOutput<Field<E, 'body'>>;
}

type Given<E extends Endpoint, Name extends string> = E extends { [K in Name]: infer S }
  ? { [K in Name]: SchemaInput<S> }
  : { [K in Name]?: undefined };

/** What a caller must give. */
export type Sent<E extends Endpoint> = Given<E, 'params'> &
  (E extends { query: infer S }
    ? object extends SchemaInput<S>
      ? { query?: SchemaInput<S> }
      : { query: SchemaInput<S> }
    : { query?: undefined }) &
  Given<E, 'headers'> &
  Given<E, 'body'>;

/** A file on its way: its bytes come as they are made, so that a large one takes no memory. */
export interface FileAnswer {
  /** Named: to be saved under it. */
  name?: string;
  contentType: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

/** What a handler and a call return. */
export type Answering<E extends Endpoint> = E extends { answer: infer S }
  ? Promise<SchemaOutput<S>>
  : E extends { status: 303 }
    ? Promise<{ location: string }>
    : E extends { file: readonly string[] }
      ? Promise<FileAnswer>
      : Promise<void>;
export type Answer<E extends Endpoint> = Awaited<Answering<E>>;
