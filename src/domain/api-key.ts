/**
 * What an API key may be used for, besides reading, which every key may. `register` and `offer` are what an agency may be
 * given authority for; the others are what staff does with things of that kind. Accounts, organisations, settings, keys
 * and webhooks are in none of them, and neither is anything that needs a fresh code or a second person (decision 0093).
 */
export const KEY_SCOPES = ['read', 'register', 'offer', 'projects', 'requirements', 'rounds'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The scopes in words, for whoever chooses among them. */
export const KEY_SCOPE_LABELS: Record<KeyScope, string> = {
  read: 'Read what I may read',
  register: 'Register: take part in rounds, prepare projects and credit requirements and put them forward',
  offer: 'Make offers and bids, and group them',
  projects: 'Everything else on projects: comments, documents; for staff screening, certification and checks',
  requirements: 'Everything else on credit requirements: comments; for staff agreements and certificates',
  rounds: 'Markets, market rounds and participations: comments; for staff also what opens and closes them',
}

/** The longest life of a key, in days. */
export const KEY_LONGEST_DAYS = 365
/** So many days before its end its owner is told by letter. */
export const KEY_NOTICE_DAYS = 14
