/** What is said wherever an answer that is needed is missing (specification, section 5). */
export const FIELD_REQUIRED = 'Field required'

/** Stands in the place of an answer that was not given. */
export const NOT_GIVEN = 'Not given'
