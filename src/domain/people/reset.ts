/** Word that a system administrator types to reload the demonstration market, which deletes all changes in it. */
export const RESET_CONFIRMATION_WORD = 'reset-database'
