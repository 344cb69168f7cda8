import type * as z from 'zod/mini';
import type { OperatorProblemCode } from './operator-problems.ts';
import type { OrganizationPermission, StaffPermission } from './permissions.ts';
import type { ProblemCode } from './problems.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call an endpoint. `of` selects the organization whose permission is checked: `organizationId` of the path, or
 * the active one of the session. `eitherToken` takes the access token or the refresh token as its bearer. `key` is the
 * scope that a key of the operator API needs. `isConfirmed` asks staff for a confirmation in the last ten minutes,
 * `recentlyProved` anybody for that or a sign-in.
 */
export type Access =
  | 'public'
  | 'refresh'
  | 'eitherToken'
  | 'signedIn'
  | 'recentlyProved'
  | { organization: OrganizationPermission; of: 'path' | 'session' }
  | { staff: StaffPermission; isConfirmed?: true }
  | { key: Scope };

interface Reference {
  /** A short text for a row. */
  title: string;
  /** What to know before a call. */
  hint?: string;
  /** The method of `@kazna/client`, such as `charges.create`. */
  client: string;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters use the OpenAPI syntax: `/api/organizations/{organizationId}`. */
  path: `/api/${string}` | `/v1/${string}`;
  summary: string;
  /** What the reference in the admin area shows. Every endpoint of the operator API has one. */
  reference?: Reference;
  access: Access;
  /** A write that staff may make while they view a customer's cabinet. */
  worksInView?: true;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  headers?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** What the reference shows of a body whose items the operation validates one by one. */
  describedBody?: z.ZodMiniType;
  /** Takes a file as it is, `application/octet-stream`, instead of a body. */
  bytes?: true;
  /** Only where the server's usual limit is too low. */
  maxBodyBytes?: number;
  status: 200 | 201 | 202 | 204 | 303;
  /** Undefined for an empty response. */
  answer?: z.ZodMiniType;
  /** Content types of a streamed file. */
  file?: readonly string[];
  /** Problems besides validation, authentication and overload, which every endpoint may return. */
  problems?: readonly (ProblemCode | OperatorProblemCode)[];
}

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type SchemaInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Field<E, Name extends string> = E extends { [K in Name]: infer S } ? S : undefined;

/** Validated input of a handler, with defaults applied. */
export interface Received<E extends Endpoint> {
  params: SchemaOutput<Field<E, 'params'>>;
  query: SchemaOutput<Field<E, 'query'>>;
  headers: SchemaOutput<Field<E, 'headers'>>;
  body: E extends { bytes: true } ? Uint8Array : SchemaOutput<Field<E, 'body'>>;
}

type Given<E extends Endpoint, Name extends string> = E extends { [K in Name]: infer S }
  ? { [K in Name]: SchemaInput<S> }
  : { [K in Name]?: undefined };

/** A `Blob`, as far as both sides know it. */
interface Bytes {
  readonly size: number;
  arrayBuffer: () => Promise<ArrayBuffer>;
}

/** Input of a caller, before validation. */
export type Sent<E extends Endpoint> = Given<E, 'params'> &
  (E extends { query: infer S }
    ? object extends SchemaInput<S>
      ? { query?: SchemaInput<S> }
      : { query: SchemaInput<S> }
    : { query?: undefined }) &
  Given<E, 'headers'> &
  (E extends { bytes: true } ? { body: Bytes } : Given<E, 'body'>);

/** A streamed file: chunks are produced on demand, so that size does not cost memory. */
export interface FileAnswer {
  name?: string;
  contentType: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

export type Answering<E extends Endpoint> = E extends { answer: infer S }
  ? Promise<SchemaOutput<S>>
  : E extends { status: 303 }
    ? Promise<{ location: string }>
    : E extends { file: readonly string[] }
      ? Promise<FileAnswer>
      : Promise<void>;
export type Answer<E extends Endpoint> = Awaited<Answering<E>>;

export function endpointsIn(declared: Record<string, unknown>): Record<string, Endpoint> {
  return Object.fromEntries(
    Object.entries(declared).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
