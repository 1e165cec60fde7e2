import type { OrganisationType } from '#domain/organisation'

/** What the list of the organisations of a type is called. */
export const ORGANISATION_LISTS: Record<OrganisationType, string> = {
  PARTICIPANT: 'Participants',
  AGENT: 'Agencies',
  LPA: 'Local planning authorities',
  OPER: 'Market operators',
}
