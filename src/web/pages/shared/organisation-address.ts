import type { SignedInUser } from '#contract/people/account'
import { pageAddress } from '#contract/nouns/nouns'
import type { OrganisationType } from '#domain/people/organisation'

/**
 * Address of an organisation for this reader; null if there is no page. A participant's own name leads home.
 * Planning authorities have no pages of organisations, and agents have none of other agencies.
 */
export const organisationAddress = (
  reader: SignedInUser | null | undefined,
  { type, id }: { type: OrganisationType; id: string },
): string | null => {
  const own = reader?.organisation
  if (!own || own.type === 'LPA') return null
  if (own.id === id && type === 'PARTICIPANT') return '/'
  if (own.type === 'AGENT' && type === 'AGENT' && own.id !== id) return null
  return pageAddress('organisation', { type, id })
}
