/** The note of the day from which the demonstration's days are counted: there from its first moment on. */
export const BEGUN = 'demonstration-day'
/** The note that the demonstration is there as a whole. */
export const LOADED = 'demonstration-loaded'
