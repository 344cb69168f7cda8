import { isCurrency, type Money, parseMinor } from '../money.ts';
import { ApiError } from './api-error.ts';

export type Fields = Record<string, unknown>;

export function invalid(parameter: string, description: string): ApiError {
  return new ApiError('invalid_request', description, parameter);
}

export function asObject(value: unknown, parameter: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(parameter, `${parameter} must be an object`);
  }
  return value as Fields;
}

export function asText(value: unknown, parameter: string, max: number): string {
  if (typeof value !== 'string') throw invalid(parameter, `${parameter} must be a string`);
  if (value.length > max) throw invalid(parameter, `${parameter} must be at most ${max} characters long`);
  return value;
}

export function asOneOf<T extends string>(value: unknown, parameter: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) throw invalid(parameter, `${parameter} must be one of: ${allowed.join(', ')}`);
  return value as T;
}

export function asBoolean(value: unknown, parameter: string): boolean {
  if (typeof value !== 'boolean') throw invalid(parameter, `${parameter} must be true or false`);
  return value;
}

export function asInteger(value: unknown, parameter: string, min: number, max: number): number {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    throw invalid(parameter, `${parameter} must be an integer from ${min} to ${max}`);
  }
  return value as number;
}

export function asMoney(value: unknown, parameter: string): Money {
  const fields = asObject(value, parameter);
  const minor = typeof fields.value === 'string' ? parseMinor(fields.value) : null;
  if (minor === null) throw invalid(`${parameter}.value`, `${parameter}.value must be a string such as "1000.00"`);
  if (minor === 0) throw invalid(`${parameter}.value`, `${parameter}.value must be greater than zero`);
  const currency = asText(fields.currency, `${parameter}.currency`, 3);
  if (!isCurrency(currency)) throw invalid(`${parameter}.currency`, 'Unknown currency');
  return { minor, currency };
}

export function asWebUrl(value: unknown, parameter: string): string {
  const text = asText(value, parameter, 2048);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw invalid(parameter, `${parameter} must be an absolute http or https address`);
  }
  return text;
}

/** Null counts as absent. */
export function optional<T>(value: unknown, parse: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : parse(value);
}
