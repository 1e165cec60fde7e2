/** What is said wherever an answer that is needed is missing (specification, section 5). */
export const FIELD_REQUIRED = 'Field required'
