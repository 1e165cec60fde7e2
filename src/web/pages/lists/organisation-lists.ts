import type { OrganisationType } from '#domain/people/organisation'

/** Names of the lists of organisations, by type. */
export const ORGANISATION_LIST_TITLES: Record<OrganisationType, string> = {
  PARTICIPANT: 'Participants',
  AGENT: 'Agencies',
  LPA: 'Local planning authorities',
  OPER: 'Market operators',
}

/** Titles of empty lists of organisations, by type. */
export const EMPTY_ORGANISATION_LIST_TITLES: Record<OrganisationType, string> = {
  PARTICIPANT: 'No participants yet',
  AGENT: 'No agencies yet',
  LPA: 'No local planning authorities yet',
  OPER: 'No market operators yet',
}
