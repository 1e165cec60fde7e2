import type { Resource } from '#domain/wire/general'
import type { OrganisationType } from '#domain/organisation'
import { SETTING_TYPES } from '#domain/setting-types'

const ORGANISATION_PAGES: Record<OrganisationType, string> = {
  OPER: '/operators',
  PARTICIPANT: '/participants',
  LPA: '/lpas',
  AGENT: '/agencies',
}

/** The page about a thing, if it has one. */
export const pageOf = (resource: Resource): string | null => {
  const { id, kind } = resource
  if (kind === 'project') return `/projects/${id}`
  if (kind === 'requirement') return `/credit-requirements/${id}`
  if (kind === 'projectGroup') return `/project-group/${id}`
  if (kind === 'requirementGroup') return `/credit-requirement-group/${id}`
  if (kind === 'market') return `/markets/${id}`
  if (kind === 'round') {
    const { market } = resource as Resource & { market?: { id: string } }
    return market ? `/markets/${market.id}/round/${id}` : null
  }
  if (kind === 'organisation') {
    const { type } = resource as Resource & { type?: OrganisationType }
    return type ? `${ORGANISATION_PAGES[type]}/${id}` : null
  }
  const setting = SETTING_TYPES.find(type => type.kind === kind)
  return setting ? `/settings/refdata/${setting.list}/${id}` : null
}
