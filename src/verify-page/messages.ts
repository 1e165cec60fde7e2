import type { VerificationFindings } from '@credit-market/match-verifier/market'

/** Message to the worker: a file, and the solver's program to check it with. */
export interface CheckRequest {
  text: string
  wasm: ArrayBuffer
}

/** Message from the worker: its progress, errors in the shape of the file, or its verdict. */
export type CheckResponse = { step: string } | { faults: string[] } | { verdict: VerificationFindings }
