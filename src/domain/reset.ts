/** What a system administrator types so that the demonstration market is loaded anew and all that was done in it is lost. */
export const RESET_WORD = 'reset-database'
