import { z } from 'zod'
import { ORGANISATION_TYPES, type OrganisationType } from '#domain/organisation'
import { USER_GROUPS } from '#domain/user'
import { authorityRow } from './authority.ts'
import { byIds, flag, noun, oneOf } from './noun.ts'
import { participationRow } from './participation.ts'
import { resourceOf, rowOf } from './resource.ts'
import { resultHead } from './result.ts'
import { id, maybeNamed, maybeText } from './values.ts'

const columns = {
  type: z.enum(ORGANISATION_TYPES),
  csvId: maybeText,
  contact: maybeText,
  email: maybeText,
  phone: maybeText,
}

export const organisationRow = z
  .object({ ...rowOf, name: z.string(), ...columns })
  .meta({ id: 'OrganisationRow' })
export type OrganisationRow = z.infer<typeof organisationRow>
export const organisationView = z
  .object({
    ...resourceOf('organisation'),
    ...columns,
    mailingAddress: maybeText,
    lpa: maybeNamed,
    users: z.array(z.object({ id, displayName: z.string(), email: z.string() })),
    participations: z.array(participationRow),
    authorities: z.array(authorityRow),
    results: z.array(resultHead).meta({ description: 'Of settled rounds, as far as the reader may know' }),
  })
  .meta({ id: 'Organisation' })
export type OrganisationView = z.infer<typeof organisationView>

/** Where the organisations of each type have their pages. */
export const ORGANISATION_PAGES: Readonly<Record<OrganisationType, string>> = {
  OPER: '/operators',
  PARTICIPANT: '/participants',
  LPA: '/lpas',
  AGENT: '/agencies',
}

/** A market operator, participant, planning authority or agency. */
export const organisation = noun({
  kind: 'organisation',
  path: 'organisation',
  list: 'organisations',
  collection: 'organisations',
  createdBy: 'CreateOrganisation',
  called: ['organisation', 'organisations'],
  readBy: 'own rule',
  owner: 'id',
  page: ({ type, id: organisationId }: { type: OrganisationType; id: string }) =>
    `${ORGANISATION_PAGES[type]}/${organisationId}`,
  isSubject: true,
  isNamed: true,
  search: { place: 3, status: 'type', code: 'csvId' },
  row: organisationRow,
  view: organisationView,
  filters: { type: oneOf(ORGANISATION_TYPES), marketRoundId: byIds, lpa: byIds },
  sorts: ['name', 'type', 'csvId'],
  isChosen: true,
})

const userColumns = {
  username: z.string(),
  displayName: z.string(),
  email: z.string(),
  groups: z.array(z.enum(USER_GROUPS)),
  organisation: maybeNamed,
  active: z.boolean(),
}
const userRow = z.object({ ...rowOf, name: z.string(), ...userColumns }).meta({ id: 'UserRow' })
export const userView = z
  .object({ ...resourceOf('user'), ...userColumns, secondFactor: z.boolean() })
  .meta({ id: 'User' })
export type UserView = z.infer<typeof userView>

/** A person who signs in, for one organisation. */
export const user = noun({
  kind: 'user',
  path: 'user',
  list: 'users',
  called: ['person', 'people'],
  readBy: 'own rule',
  page: ({ id: userId }: { id: string }) => `/users/${userId}`,
  isSubject: true,
  row: userRow,
  view: userView,
  filters: { organisationId: byIds, group: oneOf(USER_GROUPS), active: flag },
  sorts: ['displayName', 'username', 'organisation'],
})

/** What invites a person to join an organisation. */
export const invitation = noun({
  kind: 'invitation',
  called: ['invitation', 'invitations'],
  readBy: 'own rule',
})
