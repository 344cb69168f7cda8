interface Deadline {
  at: number;
  onPassed: () => void;
}

/**
 * Times that nearly always end before they have passed. All are equally long, so the oldest is the next to pass: one timer
 * of Node's serves all, since to set and clear one for each statement costs as much as to send it.
 */
export class Deadlines {
  readonly milliseconds: number;
  /** In the order in which they began. */
  readonly #open = new Set<Deadline>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  begin(onPassed: () => void): Deadline {
    const deadline = { at: performance.now() + this.milliseconds, onPassed };
    this.#open.add(deadline);
    this.#timer ??= this.#wait(this.milliseconds);
    return deadline;
  }

  end(deadline: Deadline): void {
    this.#open.delete(deadline);
  }

  #wait(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#endPassed(), milliseconds).unref();
  }

  #endPassed(): void {
    const now = performance.now();
    for (const deadline of this.#open) {
      if (deadline.at > now) {
        this.#timer = this.#wait(Math.ceil(deadline.at - now));
        return;
      }
      this.#open.delete(deadline);
      deadline.onPassed();
    }
    this.#timer = undefined;
  }
}
