import { isOperatorProblem } from '@kazna/contract/shared/operator-problems';
import { errorTexts } from './error-texts.ts';

/** The part of JSON Schema that the operator API's document uses. */
export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

interface Described {
  operationId: string;
  description: string;
  tags: readonly string[];
  'x-reference': Operation['reference'];
  parameters?: readonly Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
}

export interface Operation {
  id: string;
  /** As the endpoint's declaration has it. */
  reference: { title: string; hint?: string; client: string };
  method: string;
  path: string;
  scope: string;
  tag: string;
  parameters: readonly Parameter[];
  body: Schema | undefined;
  status: string;
  answer: Schema | undefined;
  errors: readonly OperationError[];
}

export interface OperationError {
  status: number;
  code: string;
  text: string;
}

const json = 'application/json';

/** The document names the codes of each status in its description, divided by commas. */
function errorsOf(responses: Described['responses']): OperationError[] {
  return Object.entries(responses).flatMap(([status, { description }]) => {
    if (Number(status) < 400) return [];
    return description.split(', ').map((code) => {
      const text = isOperatorProblem(code) ? errorTexts[code] : '';
      return { status: Number(status), code, text };
    });
  });
}

function operationOf(path: string, method: string, described: Described): Operation {
  const { operationId: id, 'x-reference': reference, tags, parameters = [], requestBody, responses } = described;
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? '200';
  return {
    ...{ id, reference, method: method.toUpperCase(), path, parameters, status },
    scope: /"key":"([^"]+)"/.exec(described.description)?.[1] ?? '',
    tag: tags[0] ?? '',
    body: requestBody?.content[json]?.schema,
    answer: responses[status]?.content?.[json]?.schema,
    errors: errorsOf(responses),
  };
}

/** In the document's order, by its tags. */
export function operationsByTag({ paths }: OpenApi): Map<string, Operation[]> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described)),
  );
  return Map.groupBy(all, ({ tag }) => tag);
}

export const tagLabels: Record<string, string> = {
  charges: 'Списания',
  holds: 'Резервы',
  events: 'События',
  ledger: 'Движение денег',
  organizations: 'Организации',
  payments: 'Платежи',
  services: 'Услуги',
  subscriptions: 'Подписки',
  usage: 'Расход',
  'webhook-endpoints': 'Адреса вебхуков',
  'webhook-deliveries': 'Доставка вебхуков',
};
