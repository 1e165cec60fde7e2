/** `true`, or the sentence that says why not. */
export type Verdict = true | string
