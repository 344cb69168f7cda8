import type { ReachOfFile } from './orders.ts';

/** Where a file of tests reaches faults: in which of its tests, before them, or while modules are loaded. */
export class ReachCounter {
  private readonly onLoad = new Set<number>();
  private outside = new Set<number>();
  private byTest = new Map<string, Set<number>>();
  private counts = new Map<number, number>();
  private current = this.onLoad;

  begin(): void {
    this.onLoad.clear();
    this.outside = new Set();
    this.byTest = new Map();
    this.counts = new Map();
    this.current = this.onLoad;
  }

  /** What a test has begun and what goes on after its end counts as its own, until the next one begins. */
  enter(test: string | undefined): void {
    this.current = test === undefined ? this.outside : (this.byTest.get(test) ?? new Set());
    if (test !== undefined) this.byTest.set(test, this.current);
  }

  count(number: number): void {
    this.current.add(number);
    this.counts.set(number, (this.counts.get(number) ?? 0) + 1);
  }

  end(tests: string[]): Pick<ReachOfFile, 'onLoad' | 'outside' | 'byTest' | 'questions'> {
    const byTest: Record<number, number[]> = {};
    tests.forEach((test, index) => {
      for (const number of this.byTest.get(test) ?? []) {
        byTest[number] ??= [];
        byTest[number].push(index);
      }
    });
    return {
      onLoad: [...this.onLoad],
      outside: [...this.outside],
      byTest,
      questions: Object.fromEntries(this.counts),
    };
  }
}
