/** The id of the element in which a page finds the answers that came with it: JSON, by the addresses they answer. */
export const FIRST_ANSWERS = 'first-answers'
