import type { Resource } from '#contract/resource'
import type { OrganisationType } from '#domain/organisation'
import { SETTING_TYPES } from '#domain/setting-types'
import { addressOf } from '../addresses.ts'

/** The page about a thing, if it has one. */
export const pageOf = (resource: Resource): string | null => {
  const { id, kind } = resource
  if (
    kind === 'project' ||
    kind === 'requirement' ||
    kind === 'projectGroup' ||
    kind === 'requirementGroup' ||
    kind === 'market'
  )
    return addressOf[kind](id)
  if (kind === 'round') {
    const { market } = resource as Resource & { market?: { id: string } }
    return market ? addressOf.round(market.id, id) : null
  }
  if (kind === 'organisation') {
    const { type } = resource as Resource & { type?: OrganisationType }
    return type ? addressOf.organisation(type, id) : null
  }
  const setting = SETTING_TYPES.find(type => type.kind === kind)
  return setting ? `/settings/refdata/${setting.list}/${id}` : null
}
