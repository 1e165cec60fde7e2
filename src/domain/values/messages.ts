/** Message for a missing required answer (specification, section 5). */
export const FIELD_REQUIRED = 'Field required'

/** Text instead of a missing answer. */
export const MISSING_ANSWER_TEXT = 'Not given'
