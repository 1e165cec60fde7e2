import type { SignedIn } from '#contract/account'
import { addressOf } from '#contract/nouns'
import type { OrganisationType } from '#domain/organisation'

/**
 * Where the name of an organisation leads this reader; null where there is no page for it. A participant's own name leads
 * home; planning authorities have no pages of organisations, and agents none of other agencies.
 */
export const organisationAddress = (
  reader: SignedIn | null | undefined,
  { type, id }: { type: OrganisationType; id: string },
): string | null => {
  const own = reader?.organisation
  if (!own || own.type === 'LPA') return null
  if (own.id === id && type === 'PARTICIPANT') return '/'
  if (own.type === 'AGENT' && type === 'AGENT' && own.id !== id) return null
  return addressOf('organisation', { type, id })
}
