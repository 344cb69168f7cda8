/** T-Bank answers 200 to whatever it refuses. */
export class Refused extends Error {
  code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
