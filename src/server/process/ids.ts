import { randomBytes } from 'node:crypto'

// Crockford's alphabet: no character can be mistaken for another when an id is read out.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a new id: 16 characters, 80 random bits. */
export const newId = (): string => [...randomBytes(16)].map(byte => ALPHABET[byte % ALPHABET.length]).join('')
