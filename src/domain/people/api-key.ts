/**
 * Uses of an API key besides reading, which every key allows. `register` and `offer` match the authority of an agency; the others
 * match the work of staff with such things. `preview` takes away: a key with it only previews what its other scopes allow (decision 0241). No scope covers accounts, organisations, settings, keys and webhooks, or anything
 * that needs a fresh code or a second approval (decision 0093).
 */
export const KEY_SCOPES = [
  'read',
  'register',
  'offer',
  'projects',
  'requirements',
  'rounds',
  'preview',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Labels of the scopes, for the form of a key. */
export const KEY_SCOPE_LABELS: Record<KeyScope, string> = {
  read: 'Read everything that the owner of the key can read',
  register: 'Register: take part in rounds, prepare and register projects and credit requirements',
  offer: 'Make offers and bids, and group them',
  projects:
    'Other actions on projects: comments and documents; for staff also screening, certification and checks',
  requirements: 'Other actions on credit requirements: comments; for staff also agreements and certificates',
  rounds:
    'Actions on markets, market rounds and participations: comments; for staff also opening and closing rounds',
  preview: 'Preview only: the key changes nothing',
}

/** Longest life of a key, in days. */
export const MAX_KEY_DAYS = 365
/** Days before the end of a key at which its owner gets an email. */
export const KEY_NOTICE_DAYS = 14
