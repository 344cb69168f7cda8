import { parseNetwork } from './network.ts';

/** A mistake in the environment: printed without a stack trace. */
export class ConfigError extends Error {}

export type Environment = Record<string, string | undefined>;

/** Returns undefined when the text is not valid. */
export type Parser<T> = (text: string) => T | undefined;

export type Read = ReturnType<typeof reader>;

export function reader(env: Environment) {
  function read<T>(name: string, expected: string, parse: Parser<T>): T | undefined;
  function read<T>(name: string, expected: string, parse: Parser<T>, fallback: T): T;
  function read<T>(name: string, expected: string, parse: Parser<T>, fallback?: T): T | undefined {
    const text = env[name]?.trim();
    if (!text) return fallback;
    const value = parse(text);
    if (value === undefined) throw new ConfigError(`${name} takes ${expected}`);
    return value;
  }
  return read;
}

export const nonEmpty: Parser<string> = (text) => text;
export const email: Parser<string> = (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined);
export const flag: Parser<boolean> = (text) => ({ '0': false, '1': true })[text];

export function oneOf<const T extends string>(...values: T[]): Parser<T> {
  return (text) => values.find((value) => value === text);
}

export function integer(minimum: number, maximum: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= minimum && value <= maximum ? value : undefined;
  };
}

export function longText(minimum: number, maximum = Number.POSITIVE_INFINITY): Parser<string> {
  return (text) => (text.length >= minimum && text.length <= maximum ? text : undefined);
}

export function urlOf(...protocols: string[]): Parser<string> {
  return (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined);
}

export const webUrl: Parser<string> = (text) => {
  const url = urlOf('http:', 'https:')(text);
  return url && new URL(url).pathname === '/' ? new URL(url).origin : undefined;
};

export const networks: Parser<string[]> = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => parseNetwork(part) !== null) ? parts : undefined;
};

/** «order=Номер заказа, quantity=Количество». */
export const pairs: Parser<[key: string, value: string][]> = (text) => {
  const found = text.split(',').map((part) => part.split('=').map((side) => side.trim()));
  return found.every((pair) => pair.length === 2 && pair.every(Boolean)) ? (found as [string, string][]) : undefined;
};

export const secondsList: Parser<number[]> = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => /^[1-9]\d{0,4}$/.test(part)) ? parts.map(Number) : undefined;
};
