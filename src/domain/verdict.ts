/** `true`, or the sentence that says why not. */
export type Verdict = true | string

/** The first refusal of several verdicts, or `true`. */
export const all = (...verdicts: Verdict[]): Verdict => verdicts.find(verdict => verdict !== true) ?? true
