import type { Choice } from '../kit/fields.ts'

/** A stored thing as one of a list to choose from: nothing else of it is published. */
export const choiceOf = ({ id, name }: Pick<Choice, 'id' | 'name'>): Choice => ({ id, name })
