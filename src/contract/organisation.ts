import { z } from 'zod'
import { ORGANISATION_TYPE_LABELS, ORGANISATION_TYPES, type OrganisationType } from '#domain/organisation'
import { REGISTERED_NUMBER_LABELS } from '#domain/registered-numbers'
import { USER_GROUPS } from '#domain/user'
import { authorityRow } from './authority.ts'
import { choice, columnsOf, filtersOf, relation, own, shapesOf, sortsOf, text } from './columns/column.ts'
import { endpoint } from './endpoint.ts'
import { byIds, flag, noun, oneOf } from './noun.ts'
import { participationRow } from './participation.ts'
import { refusal, resourceOf, rowOf } from './resource.ts'
import { resultHead } from './result.ts'
import { day, id, instant, maybeNamed, maybeText, named, namedList } from './values.ts'

const number = (label: string) =>
  maybeText.meta({ description: `${label}; null for others than its own people and the operator` })

/** The columns of organisations; who reads the numbers, their view decides. */
export const ORGANISATION_COLUMNS = columnsOf('organisation', {
  name: text('Name', {}),
  type: choice('Type', z.enum(ORGANISATION_TYPES), { sort: true, filter: true }, ORGANISATION_TYPE_LABELS),
  csvId: text('CSV ID', { row: true, sort: true }),
  contact: text('Contact', { row: true }),
  email: text('E-mail', { row: true }),
  phone: text('Phone', { row: true }),
  companyNumber: text(REGISTERED_NUMBER_LABELS.companyNumber, {}),
  charityNumber: text(REGISTERED_NUMBER_LABELS.charityNumber, {}),
  holdingNumber: text(REGISTERED_NUMBER_LABELS.holdingNumber, {}),
})

const columns = {
  type: z.enum(ORGANISATION_TYPES),
  companyNumber: number('As at Companies House'),
  charityNumber: number('As in the register of charities'),
  holdingNumber: number('County, parish and holding'),
  ...shapesOf(ORGANISATION_COLUMNS, 'row'),
}

export const organisationRow = z
  .object({ ...rowOf, name: z.string(), ...columns })
  .meta({ id: 'OrganisationRow' })
export type OrganisationRow = z.infer<typeof organisationRow>
const commonControl = z
  .object({
    id,
    name: z.string().meta({ description: 'The other organisation, as whoever declared it called it' }),
    organisation: maybeNamed.meta({ description: 'The other organisation in the market, for the operator' }),
    since: day.nullable(),
    until: day.nullable(),
    note: maybeText,
  })
  .meta({ id: 'CommonControl' })

export const organisationView = z
  .object({
    ...resourceOf('organisation'),
    ...columns,
    mailingAddress: maybeText,
    broughtBy: maybeNamed.meta({
      description: 'The agency that brought it to the market, while it has no people of its own',
    }),
    mergedInto: maybeNamed.meta({
      description: 'The organisation that it turned out to be; it is kept for its history',
    }),
    former: namedList.meta({
      description: 'The organisations that were merged into it; told to its own people and the operator',
    }),
    commonControl: z.array(commonControl).meta({
      description:
        'As declared by the organisation, another or the operator; told to its own people and the operator',
    }),
    lookAlikes: z.array(named.extend({ reasons: z.array(z.string()) })).meta({
      description:
        'Organisations that look like it and have not been said to be different; told to the operator',
    }),
    lpa: maybeNamed,
    admissionAskedAt: instant.nullable().meta({
      description: 'Since when it waits for the market operator to admit it; null where it does not',
    }),
    users: z.array(
      z.object({
        ...{ id, displayName: z.string(), email: z.string() },
        isAdmitted: z.boolean().meta({
          description:
            'False while a colleague has yet to admit the person, who sees nothing of the organisation',
        }),
      }),
    ),
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
  filters: { ...filtersOf(ORGANISATION_COLUMNS), marketRoundId: byIds, lpa: byIds },
  sorts: ['name', ...sortsOf(ORGANISATION_COLUMNS)],
  isChosen: true,
})

const namedOfType = named.extend({ type: z.enum(ORGANISATION_TYPES) })

/** Two organisations that look alike, and of which nobody has said that they are two. */
const possibleDouble = z
  .object({
    older: namedOfType,
    newer: namedOfType,
    reasons: z.array(z.string()),
  })
  .meta({ id: 'PossibleDouble' })
export type PossibleDouble = z.infer<typeof possibleDouble>

export const listPossibleDoubles = endpoint('GET /api/possible-doubles', {
  id: 'listPossibleDoubles',
  tag: 'Organisations',
  summary: 'Organisations that may have been entered twice, for the market operator',
  access: 'member',
  answers: { 200: z.array(possibleDouble), 403: refusal },
})

const userColumns = {
  username: z.string(),
  displayName: z.string(),
  email: z.string(),
  groups: z.array(z.enum(USER_GROUPS)),
  organisation: maybeNamed,
  active: z.boolean(),
}
export const USER_COLUMNS = columnsOf('user', {
  displayName: text('Name', {}),
  username: text('User name', {}),
  email: text('E-mail', {}),
  groups: own('Groups'),
  organisation: relation('Organisation', 'organisation', { sort: true }),
})
const userRow = z.object({ ...rowOf, name: z.string(), ...userColumns }).meta({ id: 'UserRow' })
export const userView = z
  .object({
    ...resourceOf('user'),
    ...userColumns,
    secondFactor: z.boolean(),
    joinedAt: instant.nullable().meta({ description: 'null where the person joined before this was noted' }),
    invitedBy: maybeText,
    admittedAt: instant.nullable().meta({ description: 'null while the person waits to be admitted' }),
    admittedBy: maybeText.meta({ description: 'null for the first person of an organisation' }),
  })
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
  sorts: ['displayName', 'username', ...sortsOf(USER_COLUMNS)],
})

/** What has been said of two organisations. */
export const organisationTie = noun({
  kind: 'organisationTie',
  called: ['relation of organisations', 'relations of organisations'],
  readBy: 'own rule',
})

/** What invites a person to join an organisation. */
export const invitation = noun({
  kind: 'invitation',
  called: ['invitation', 'invitations'],
  readBy: 'own rule',
})
