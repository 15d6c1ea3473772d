/** A document: its text, its bytes in UTF-8, or what `JSON.parse` makes of it. */
export type Document = string | Uint8Array | ArrayBuffer | object;

export interface Inputs {
  /** A catalog of any format; an array has several documents. */
  catalog: Document | Document[];
  /** A rule set; without it, the App Store's. */
  rules?: Document;
  /** Values of policies by their names, such as `{ refundedService: "counted" }`. */
  policies?: Record<string, string>;
  /** The engine, where a module cannot read files: a compiled module, its bytes, a response with them, or where it is. */
  wasm?: WasmSource | Promise<WasmSource>;
}

export type WasmSource = WebAssembly.Module | Response | ArrayBuffer | Uint8Array | URL;

export interface Options {
  /** The instant of the question: a date, or a text in ISO 8601; without it, now. */
  asOf?: Date | string;
}

/** Compiles the engine and opens it for a catalog. */
export function open(inputs: Inputs): Promise<Engine>;

export interface Engine {
  /** Decides for a customer with one timeline: the object that `winback evaluate --json` prints. */
  evaluate(history: Document | Document[], options?: Options): Result;
  /** Decides for all timelines of the histories: the objects that `winback evaluate --json` prints. */
  evaluateAll(history: Document | Document[], options?: Options): Result[];
  /** Answers in sentences, a line for each timeline, as `winback evaluate --brief` does. */
  answer(history: Document | Document[], options?: Options): string;
  /** Checks the catalog: the findings of `winback lint --json`. */
  lint(options?: Options): { findings: Finding[] };
  /** Frees the engine; every later call throws. */
  close(): void;
}

/** What the command would have written to standard error. */
export class WinBackError extends Error {
  /** The exit status of the command: 64 for wrong usage, 65 for bad data, 70 for a fault of the engine, which the next call starts again. */
  status: 64 | 65 | 70;
  /** The input with the fault. */
  input?: "catalog" | "rules" | "policies" | "history" | "asOf";
  /** The place of the first error, where it is known. */
  line?: number;
  column?: number;
  path?: string;
}

export interface Finding {
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  subscriptionGroupIdentifier?: string;
  productId?: string;
  offerId?: string;
  line?: number;
  column?: number;
  path?: string;
  /** A customer who proves the finding. */
  example?: { asOf: string; eligibleWinBackOfferIDs: string[]; moreAreEligible?: true; history: object };
}
