import { type AnswerStorage, type Field, optional } from '../kit/fields.ts'

/** The same question, taken where a program sends an answer; pages ask it in a later step, on the thing itself. */
export const whereSent = <D, S, T extends AnswerStorage>(field: Field<D, S, T>): Field<D, S | null, T> => ({
  ...optional(field),
  isLater: true,
})
