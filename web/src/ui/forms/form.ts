import type { ProblemBody } from '@kazna/contract/shared/problems';
import { check } from '@kazna/contract/shared/validation';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { asProblem, sortProblem } from '../feedback/problem.ts';

type FormValues<S extends z.ZodMiniType> = S extends z.ZodMiniObject
  ? { [K in keyof z.input<S> & string]-?: Exclude<z.input<S>[K], undefined> extends boolean ? boolean : string }
  : Record<string, string>;

type TextElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface Failure {
  problem: ProblemBody;
  message: string;
  attempt: number;
}

/**
 * Builds the request body. Empty fields are omitted, so that an optional one is never sent empty; a nested field is
 * named by its path, like its errors: `bank.bik`, `bankAccounts.0.bankName`. A row of empty fields is still a row.
 */
export function toInput(values: Record<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) place(input, name.split('.'), value);
  return input;
}

const isIndex = (part: string | undefined) => part !== undefined && /^\d+$/.test(part);

function place(into: Record<string, unknown>, [part = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    if (value !== '') into[part] = value;
    return;
  }
  if (value === '' && !isIndex(part) && !isIndex(rest[0])) return;
  into[part] ??= isIndex(rest[0]) ? [] : {};
  place(into[part] as Record<string, unknown>, rest, value);
}

function focusInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

function without<Value>(record: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Validates by the contract's schema; `send` rejects with the server's problem. */
export function useContractForm<S extends z.ZodMiniType>(schema: S, initialValues: FormValues<S>) {
  type Name = keyof FormValues<S> & string;
  const [values, setValues] = useState(initialValues);
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const touched = useRef(new Set<string>());
  const formRef = useRef<HTMLFormElement>(null);

  function messageOf(name: string, inValues: FormValues<S>): string | undefined {
    return check(schema, toInput(inValues)).errors?.find((error) => error.path === name)?.message;
  }

  function change(name: Name, value: string | boolean) {
    const next = { ...values, [name]: value };
    touched.current.add(name);
    setValues(next);
    // Fields may depend on each other, so every shown error is validated again.
    const shown = Object.keys(errors).filter((field) => errors[field]);
    if (shown.length > 0) setErrors(Object.fromEntries(shown.map((field) => [field, messageOf(field, next)])));
  }

  function showErrors(byField: Record<string, string>) {
    flushSync(() => setErrors(byField));
    focusInvalid(formRef.current);
  }

  function showProblem(reason: unknown) {
    const problem = asProblem(reason);
    const { byField, message } = sortProblem(problem, Object.keys(values));
    setFailure((last) => (message ? { problem, message, attempt: (last?.attempt ?? 0) + 1 } : undefined));
    showErrors(byField);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>, send: (input: z.output<S>) => Promise<void>) {
    event.preventDefault();
    if (isSending.current) return;
    const checked = check(schema, toInput(values));
    if (checked.errors) return showErrors(Object.fromEntries(checked.errors.map((one) => [one.path, one.message])));
    isSending.current = true;
    setIsPending(true);
    try {
      await send(checked.data);
      setFailure(undefined);
    } catch (reason) {
      showProblem(reason);
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  return {
    values,
    failure,
    isPending,
    set: change,
    /** Other rows: their errors were about the rows before. */
    replace: (next: FormValues<S>) => {
      setValues(next);
      setErrors({});
    },
    /** Values that came from elsewhere; whatever was typed meanwhile stays. */
    fill: (known: Record<string, string>) => {
      setValues((current) => ({ ...current, ...known }));
      setErrors((shown) => without(shown, Object.keys(known)));
    },
    form: (send: (input: z.output<S>) => Promise<void>) => ({
      ref: formRef,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event, send),
    }),
    text: (name: Name) => ({
      ...{ name, value: values[name] as string, error: errors[name] },
      onChange: (event: ChangeEvent<TextElement>) => change(name, event.currentTarget.value),
      onBlur: () => {
        const message = touched.current.has(name) ? messageOf(name, values) : undefined;
        if (message) setErrors((shown) => ({ ...shown, [name]: message }));
      },
    }),
    box: (name: Name) => ({
      ...{ name, checked: Boolean(values[name]), error: errors[name] },
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.currentTarget.checked),
    }),
  };
}
