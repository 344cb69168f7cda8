const maxBigint = 2n ** 63n - 1n;

/** A cursor of the operator API that is a row's number, as long as those that are ids. */
export function cursorOfNumber(number: string): string {
  return Buffer.from(BigInt(number).toString(16).padStart(32, '0'), 'hex').toString('base64url');
}

/** Any 16 bytes are a number; one beyond PostgreSQL's range is behind the last row. */
export function numberOfCursor(cursor: string): string {
  const number = BigInt(`0x${Buffer.from(cursor, 'base64url').toString('hex')}`);
  return String(number > maxBigint ? maxBigint : number);
}
