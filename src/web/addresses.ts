import type { OrganisationType } from '#domain/organisation'

/** Where the organisations of each type are listed. */
const LISTS: Record<OrganisationType, string> = {
  OPER: '/operators',
  PARTICIPANT: '/participants',
  LPA: '/lpas',
  AGENT: '/agencies',
}

/** Where each thing has its page. */
export const addressOf = {
  market: (id: string) => `/markets/${id}`,
  round: (marketId: string, id: string) => `/markets/${marketId}/round/${id}`,
  review: (marketId: string, id: string) => `/markets/${marketId}/round/${id}/review`,
  project: (id: string) => `/projects/${id}`,
  requirement: (id: string) => `/credit-requirements/${id}`,
  projectGroup: (id: string) => `/project-group/${id}`,
  requirementGroup: (id: string) => `/credit-requirement-group/${id}`,
  participant: (id: string) => `/participants/${id}`,
  organisations: (type: OrganisationType) => LISTS[type],
  organisation: (type: OrganisationType, id: string) => `${LISTS[type]}/${id}`,
  user: (id: string) => `/users/${id}`,
}
