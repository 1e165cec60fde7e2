/** Where people write to. */
export const CONTACT = 'mailto:contact@credit-market.example'
