import type { Choice } from '../kit/fields.ts'

/** A stored row as a choice: only its id and name are published. */
export const toChoice = ({ id, name }: Pick<Choice, 'id' | 'name'>): Choice => ({ id, name })
