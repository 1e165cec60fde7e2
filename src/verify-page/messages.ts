import type { VerificationFindings } from '@credit-market/match-verifier/market'

/** Message to the worker: a file, and the solver's program to check it with. */
export interface CheckRequest {
  text: string
  /** Hash that the public log names, of the problem or of the file; undefined if none was given. */
  loggedHash: string | undefined
  wasm: ArrayBuffer
}

/** Message from the worker: its progress, errors in the shape of the file, or its verdict. */
export type CheckResponse = { step: string } | { faults: string[] } | { verdict: VerificationFindings }
