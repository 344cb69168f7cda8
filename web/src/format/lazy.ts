/** Creates a value when it is first asked for. Formats of `Intl` take milliseconds each, which the first screen pays. */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
