/** What a worker does in one go; it stays for all of it, so that the product's modules are loaded once. */
export interface Orders {
  resultsFile: string;
  /** Files to run without any fault, to see what they reach. */
  reach: string[];
  tries: Try[];
}

/** One fault and who looks for it, in this order. */
export interface Try {
  number: number;
  /** A loop that a fault made endless ends by this many questions. */
  maxQuestions: number;
  files: TestsOfFile[];
}

/** Without `tests` all tests of the file. */
export interface TestsOfFile {
  file: string;
  tests?: string[];
}

export interface Outcome {
  number: number;
  /** Null when it survives. */
  foundBy: string | null;
  why?: string;
}

export interface ReachOfFile {
  file: string;
  /** Of the file's text: once it is written anew, it reaches others. */
  hash: string;
  isPassed: boolean;
  tests: { id: string; milliseconds: number }[];
  /** Reached while the modules were loaded: only a new process takes notice of such a fault. */
  onLoad: number[];
  /** Reached in what comes before all tests. */
  outside: number[];
  /** By the number of the fault: the tests, as indices. */
  byTest: Record<number, number[]>;
  questions: Record<number, number>;
}
