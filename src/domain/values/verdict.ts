/** `true`, or a sentence with the reason against. */
export type TrueOrReason = true | string
