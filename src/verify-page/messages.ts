import type { Verdict } from '#matching/verify/market'

/** What the page asks of the thread that checks: a file, and the solver's program to check it with. */
export interface Asked {
  text: string
  wasm: ArrayBuffer
}

/** What the thread says: how far it has come, what is wrong with the file's shape, or its verdict. */
export type Said = { step: string } | { faults: string[] } | { verdict: Verdict }
