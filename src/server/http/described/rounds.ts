import { z } from 'zod'
import { AUTHORITY_STATUSES, PERMISSIONS } from '#domain/authority'
import { DECLARATION_CATEGORIES } from '#domain/declaration'
import { ORGANISATION_TYPES } from '#domain/organisation'
import { CAPACITIES, PARTICIPATION_STATUSES } from '#domain/participation'
import { BIDDER_TYPES, RESERVE_APPLIES_TO, ROUND_STATUSES } from '#domain/round'
import { USER_GROUPS } from '#domain/user'
import type {
  AuthorityRow,
  AuthorityView,
  HomeView,
  MarketRow,
  MarketView,
  OrganisationRow,
  OrganisationView,
  ParticipationRow,
  ParticipationView,
  RoundDeclarationRow,
  RoundRow,
  RoundView,
} from '#domain/wire/round'
import { day, id, instant, named, nextThings, resource } from './general.ts'
import { creditType, roundOfItem } from './items.ts'

const text = z.string().nullable()
const organisationType = z.enum(ORGANISATION_TYPES)
const counts = z.object({
  participants: z.int(),
  projects: z.int(),
  requirements: z.int(),
  offers: z.int(),
  bids: z.int(),
})

const roundColumns = {
  market: named,
  status: z.enum(ROUND_STATUSES),
  services: z.array(creditType),
  bidderType: z.enum(BIDDER_TYPES),
  counts,
  settledAt: instant.nullable(),
}
export const roundRow = z
  .object({ id, name: z.string(), ...roundColumns })
  .meta({ id: 'RoundRow' }) satisfies z.ZodType<RoundRow>

const marketColumns = { description: text, rounds: z.array(roundRow) }
export const marketRow = z
  .object({ id, name: z.string(), ...marketColumns })
  .meta({ id: 'MarketRow' }) satisfies z.ZodType<MarketRow>
export const market = z
  .object({ ...resource, ...marketColumns })
  .meta({ id: 'Market' }) satisfies z.ZodType<MarketView>

const date = day.nullable()
export const round = z
  .object({
    ...resource,
    ...roundColumns,
    ampEnd: date,
    standards: z.array(named),
    projectTypes: z.array(named),
    ncas: z.array(named),
    lpas: z.array(named),
    subcatchments: z.array(named),
    dates: z.object({
      suppliersStart: date,
      suppliersEnd: date,
      buyersStart: date,
      buyersEnd: date,
      projectsStart: date,
      projectsEnd: date,
      requirementsStart: date,
      requirementsEnd: date,
    }),
    reserve: z
      .object({
        has: z.boolean(),
        percentage: z.number().nullable(),
        appliesTo: z.enum(RESERVE_APPLIES_TO).nullable(),
        agreedWithEMB: z.boolean().nullable(),
      })
      .nullable(),
    history: z.array(z.object({ status: z.enum(ROUND_STATUSES), at: instant, by: z.string() })),
    solverTask: z.object({ id, state: z.string(), links: z.object({ self: z.string() }) }).nullable(),
    rejectionReason: text,
    next: nextThings,
  })
  .meta({ id: 'Round' }) satisfies z.ZodType<RoundView>

export const roundDeclaration = z
  .object({
    id,
    name: z.string(),
    declaration: z.string(),
    category: z.enum(DECLARATION_CATEGORIES),
    isForAgents: z.boolean(),
    isForParticipants: z.boolean(),
    answers: z.int(),
  })
  .meta({ id: 'RoundDeclaration' }) satisfies z.ZodType<RoundDeclarationRow>

const participationColumns = {
  organisation: named,
  round: roundOfItem,
  capacity: z.enum(CAPACITIES),
  status: z.enum(PARTICIPATION_STATUSES),
}
export const participationRow = z
  .object({ id, ...participationColumns })
  .meta({ id: 'ParticipationRow' }) satisfies z.ZodType<ParticipationRow>
export const participation = z
  .object({
    ...resource,
    ...participationColumns,
    reason: text,
    declarations: z.array(
      z.object({ name: z.string(), declaration: z.string(), answeredBy: z.string(), answeredAt: instant }),
    ),
  })
  .meta({ id: 'Participation' }) satisfies z.ZodType<ParticipationView>

const authorityColumns = {
  round: named,
  client: named,
  agent: named,
  status: z.enum(AUTHORITY_STATUSES),
  permissions: z.array(z.enum(PERMISSIONS)),
}
export const authorityRow = z
  .object({ id, ...authorityColumns })
  .meta({ id: 'AgentAuthorityRow' }) satisfies z.ZodType<AuthorityRow>
export const authority = z
  .object({ ...resource, ...authorityColumns, reason: text })
  .meta({ id: 'AgentAuthority' }) satisfies z.ZodType<AuthorityView>

const organisationColumns = { type: organisationType, csvId: text, contact: text, email: text, phone: text }
export const organisationRow = z
  .object({ id, name: z.string(), ...organisationColumns })
  .meta({ id: 'OrganisationRow' }) satisfies z.ZodType<OrganisationRow>
export const organisation = z
  .object({
    ...resource,
    ...organisationColumns,
    mailingAddress: text,
    lpa: named.nullable(),
    users: z.array(z.object({ id, displayName: z.string(), email: z.string() })),
    participations: z.array(participationRow),
    authorities: z.array(authorityRow),
  })
  .meta({ id: 'Organisation' }) satisfies z.ZodType<OrganisationView>

export const home = z
  .object({
    greeting: z.string(),
    organisation: named.extend({ type: organisationType }).nullable(),
    next: nextThings,
    rounds: z.array(roundRow),
    participations: z.array(participationRow),
    clients: z.array(authorityRow),
  })
  .meta({ id: 'Home' }) satisfies z.ZodType<HomeView>

export const user = z
  .object({
    id,
    username: z.string(),
    name: z.string(),
    displayName: z.string(),
    email: z.string(),
    groups: z.array(z.enum(USER_GROUPS)),
    organisation: named.nullable(),
    active: z.boolean(),
  })
  .meta({ id: 'User' })
