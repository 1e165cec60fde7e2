import type { Day, Instant } from '../dates.ts'
import type { CreditType } from '../credit-type.ts'
import type { DeclarationCategory } from '../declaration.ts'
import type { Capacity, ParticipationStatus } from '../participation.ts'
import type { AuthorityStatus, Permission } from '../authority.ts'
import type { OrganisationType } from '../organisation.ts'
import type { BidderType, ReserveAppliesTo, RoundStatus } from '../round.ts'
import type { Named, NextThing, Resource } from './general.ts'

export interface MarketRow extends Named {
  description: string | null
  rounds: RoundRow[]
}
export type MarketView = Resource & MarketRow

export interface RoundRow extends Named {
  market: Named
  status: RoundStatus
  services: CreditType[]
  bidderType: BidderType
  /** Who takes part; counts are of things the reader may see. */
  counts: { participants: number; projects: number; requirements: number; offers: number; bids: number }
  settledAt: Instant | null
}

export interface RoundView extends Resource {
  market: Named
  status: RoundStatus
  services: CreditType[]
  bidderType: BidderType
  ampEnd: Day | null
  standards: Named[]
  projectTypes: Named[]
  ncas: Named[]
  lpas: Named[]
  subcatchments: Named[]
  dates: Record<`${'suppliers' | 'buyers' | 'projects' | 'requirements'}${'Start' | 'End'}`, Day | null>
  /** null: not yet decided. */
  reserve: {
    has: boolean
    percentage: number | null
    appliesTo: ReserveAppliesTo | null
    agreedWithEMB: boolean | null
  } | null
  counts: RoundRow['counts']
  /** The statuses gone through, oldest first. */
  history: { status: RoundStatus; at: Instant; by: string }[]
  /** The task of the last match, if one was started. */
  solverTask: { id: string; state: string; links: { self: string } } | null
  rejectionReason: string | null
  settledAt: Instant | null
  next: NextThing[]
}

export interface RoundDeclarationRow {
  id: string
  name: string
  declaration: string
  category: DeclarationCategory
  isForAgents: boolean
  isForParticipants: boolean
  answers: number
}

export interface ParticipationRow {
  id: string
  organisation: Named
  round: Named & { status: RoundStatus; marketId: string; market: string }
  capacity: Capacity
  status: ParticipationStatus
}
export interface ParticipationView extends Resource, Omit<ParticipationRow, 'id'> {
  reason: string | null
  declarations: { name: string; declaration: string; answeredBy: string; answeredAt: Instant }[]
}

export interface OrganisationRow extends Named {
  type: OrganisationType
  csvId: string | null
  contact: string | null
  email: string | null
  phone: string | null
}
export interface OrganisationView extends Resource, Omit<OrganisationRow, 'id' | 'name'> {
  mailingAddress: string | null
  lpa: Named | null
  users: { id: string; displayName: string; email: string }[]
  participations: ParticipationRow[]
  authorities: AuthorityRow[]
}

export interface AuthorityRow {
  id: string
  round: Named
  client: Named
  agent: Named
  status: AuthorityStatus
  permissions: Permission[]
}
export interface AuthorityView extends Resource, Omit<AuthorityRow, 'id'> {
  reason: string | null
}

/** What a signed-in person sees first (`GET /api/home`). */
export interface HomeView {
  greeting: string
  organisation: (Named & { type: OrganisationType }) | null
  next: NextThing[]
  rounds: RoundRow[]
  participations: ParticipationRow[]
  /** An agent's clients. */
  clients: AuthorityRow[]
}
