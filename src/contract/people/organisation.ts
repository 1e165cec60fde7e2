import { z } from 'zod'
import {
  ORGANISATION_TYPE_LABELS,
  ORGANISATION_TYPES,
  type OrganisationType,
} from '#domain/people/organisation'
import { REGISTERED_NUMBER_LABELS } from '#domain/people/registered-numbers'
import { USER_GROUPS } from '#domain/people/user'
import { authorityRow } from './authority.ts'
import {
  choiceColumn,
  defineColumns,
  columnFilters,
  relationColumn,
  derivedColumn,
  columnSchemas,
  sortOptionNames,
  textColumn,
} from '../columns/column.ts'
import { endpoint } from '../kit/endpoint.ts'
import { idsFilter, booleanFilter, defineNoun, choiceFilter } from '../kit/noun.ts'
import { participationRow } from '../round/participation.ts'
import { refusal, resourceFields, rowFields } from '../kit/resource.ts'
import { resultSummary } from '../round/result.ts'
import { day, id, instant, nullableIdAndName, nullableText, idAndName, idAndNameList } from '../kit/values.ts'

const number = (label: string) =>
  nullableText.meta({ description: `${label}; null except for its own people and the market operator` })

/** The columns of organisations; who reads the numbers, their view decides. */
export const ORGANISATION_COLUMNS = defineColumns('organisation', {
  name: textColumn('Name', {}),
  type: choiceColumn(
    'Type',
    z.enum(ORGANISATION_TYPES),
    { sort: true, filter: true },
    ORGANISATION_TYPE_LABELS,
  ),
  csvId: textColumn('CSV ID', { row: true, sort: true }),
  contact: textColumn('Contact', { row: true }),
  email: textColumn('Email', { row: true }),
  phone: textColumn('Phone', { row: true }),
  companyNumber: textColumn(REGISTERED_NUMBER_LABELS.companyNumber, {}),
  charityNumber: textColumn(REGISTERED_NUMBER_LABELS.charityNumber, {}),
  holdingNumber: textColumn(REGISTERED_NUMBER_LABELS.holdingNumber, {}),
})

const columns = {
  type: z.enum(ORGANISATION_TYPES),
  companyNumber: number('Company number at Companies House'),
  charityNumber: number('Charity number in the register of charities'),
  holdingNumber: number('Holding number: county, parish and holding'),
  ...columnSchemas(ORGANISATION_COLUMNS, 'row'),
}

export const organisationRow = z
  .object({ ...rowFields, name: z.string(), ...columns })
  .meta({ id: 'OrganisationRow' })
export type OrganisationRow = z.infer<typeof organisationRow>
const commonControl = z
  .object({
    id,
    name: z.string().meta({ description: 'Name of the other organisation in the declaration' }),
    organisation: nullableIdAndName.meta({
      description: 'The other organisation in this market; for the market operator only',
    }),
    since: day.nullable(),
    until: day.nullable(),
    note: nullableText,
  })
  .meta({ id: 'CommonControl' })

export const organisationView = z
  .object({
    ...resourceFields('organisation'),
    ...columns,
    mailingAddress: nullableText,
    vatRegistrations: z.array(z.object({ from: day, number: nullableText })).meta({
      description:
        'VAT numbers by the day from which they are valid, null where it is not registered; empty except for its own people and the market operator',
    }),
    iban: nullableText.meta({
      description: 'Its bank account; null except for its own people and the market operator',
    }),
    selfBillingSince: day.nullable().meta({
      description:
        'Day since which it lets the market operator make its invoices; null except for its own people and the market operator',
    }),
    broughtBy: nullableIdAndName.meta({
      description: 'Agency that added the organisation, while the organisation has no users of its own',
    }),
    mergedInto: nullableIdAndName.meta({
      description: 'Organisation into which this one was merged; this record only keeps its history',
    }),
    former: idAndNameList.meta({
      description: 'Organisations that were merged into this one; for its own people and the market operator',
    }),
    commonControl: z.array(commonControl).meta({
      description:
        'Common control, as declared by this organisation, another organisation or the market operator; for its own people and the market operator',
    }),
    lookAlikes: z.array(idAndName.extend({ reasons: z.array(z.string()) })).meta({
      description: 'Possible duplicates that no one has confirmed as different; for the market operator only',
    }),
    lpa: nullableIdAndName,
    admissionAskedAt: instant.nullable().meta({
      description: 'Time since which it waits for admission by the market operator; null if it does not',
    }),
    users: z.array(
      z.object({
        ...{ id, displayName: z.string(), email: z.string() },
        isAdmitted: z.boolean().meta({
          description:
            'False until a colleague has admitted the person. Until then the person sees nothing of the organisation',
        }),
      }),
    ),
    participations: z.array(participationRow),
    authorities: z.array(authorityRow),
    results: z.array(resultSummary).meta({ description: 'Results of settled rounds that you may see' }),
  })
  .meta({ id: 'Organisation' })
export type OrganisationView = z.infer<typeof organisationView>

/** Addresses of the pages of organisations, by type. */
export const ORGANISATION_PAGES: Readonly<Record<OrganisationType, string>> = {
  OPER: '/operators',
  PARTICIPANT: '/participants',
  LPA: '/lpas',
  AGENT: '/agencies',
}

/** A market operator, participant, planning authority or agency. */
export const organisation = defineNoun({
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
  filters: { ...columnFilters(ORGANISATION_COLUMNS), marketRoundId: idsFilter, lpa: idsFilter },
  sorts: ['name', ...sortOptionNames(ORGANISATION_COLUMNS)],
  isChosen: true,
})

const namedOfType = idAndName.extend({ type: z.enum(ORGANISATION_TYPES) })

/** Two organisations that look alike and have not been confirmed as different. */
const possibleDouble = z
  .object({
    older: namedOfType,
    newer: namedOfType,
    reasons: z.array(z.string()),
  })
  .meta({ id: 'PossibleDouble' })
export type PossibleDuplicate = z.infer<typeof possibleDouble>

export const listPossibleDuplicates = endpoint('GET /api/possible-doubles', {
  id: 'listPossibleDoubles',
  tag: 'Organisations',
  summary: 'Possible duplicates of organisations; for the market operator only',
  access: 'member',
  answers: { 200: z.array(possibleDouble), 403: refusal },
})

const userColumns = {
  username: z.string(),
  displayName: z.string(),
  email: z.string(),
  groups: z.array(z.enum(USER_GROUPS)),
  organisation: nullableIdAndName,
  active: z.boolean(),
}
export const USER_COLUMNS = defineColumns('user', {
  displayName: textColumn('Name', {}),
  username: textColumn('User name', {}),
  email: textColumn('Email', {}),
  groups: derivedColumn('Groups'),
  organisation: relationColumn('Organisation', 'organisation', { sort: true }),
})
const userRow = z.object({ ...rowFields, name: z.string(), ...userColumns }).meta({ id: 'UserRow' })
export const userView = z
  .object({
    ...resourceFields('user'),
    ...userColumns,
    secondFactor: z.boolean(),
    joinedAt: instant
      .nullable()
      .meta({ description: 'Time at which the person joined; null if this was not recorded' }),
    invitedBy: nullableText,
    admittedAt: instant.nullable().meta({ description: 'Time of admission; null while the person waits' }),
    admittedBy: nullableText.meta({
      description: 'Person who admitted them; null for the first person of an organisation',
    }),
  })
  .meta({ id: 'User' })
export type UserView = z.infer<typeof userView>

/** A person who signs in, for one organisation. */
export const user = defineNoun({
  kind: 'user',
  path: 'user',
  list: 'users',
  called: ['person', 'people'],
  readBy: 'own rule',
  page: ({ id: userId }: { id: string }) => `/users/${userId}`,
  isSubject: true,
  row: userRow,
  view: userView,
  filters: { organisationId: idsFilter, group: choiceFilter(USER_GROUPS), active: booleanFilter },
  sorts: ['displayName', 'username', ...sortOptionNames(USER_COLUMNS)],
})

/** A statement about two organisations: different although similar, or under common control. */
export const organisationTie = defineNoun({
  kind: 'organisationTie',
  called: ['link between organisations', 'links between organisations'],
  readBy: 'own rule',
})

/** An invitation of a person to join an organisation. */
export const invitation = defineNoun({
  kind: 'invitation',
  called: ['invitation', 'invitations'],
  readBy: 'own rule',
})
