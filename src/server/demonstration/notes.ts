/**
 * Key of the note with the date from which the demonstration's days are counted; it exists from the start of a load.
 */
export const LOAD_BEGUN_NOTE = 'demonstration-day'
/** Key of the note that the demonstration is loaded completely. */
export const LOAD_COMPLETE_NOTE = 'demonstration-loaded'
