import { type RawBuilder, sql } from 'kysely'
import type { ActionName } from '#actions/index'
import type { ScheduledKind } from '#domain/check-schedule'
import { awaitedStep } from './waits.ts'
import { OPERATOR_STEPS } from './awaiting.ts'
import { PROJECT_STEPS, REQUIREMENT_STEPS, ROUND_STEPS } from './steps.ts'

/** The kinds of things that wait for steps. */
export type ClockedKind = 'project' | 'requirement' | 'participation' | 'round'

/** A day by which a step should be done; the table of the thing bears the name of its kind. */
export type Due = RawBuilder<string | null>

/** No rule gives a day. */
export const NEVER: Due = sql<string | null>`null::date`

const dayOfRound = (kind: 'project' | 'requirement' | 'participation', day: RawBuilder<string | null>): Due =>
  sql<string | null>`(select ${day} from round where round.id = ${sql.ref(`${kind}.roundId`)})`

// Until then things can come in; bids and offers, for which these must be ready, open after it.
const REGISTRATION_ENDS = sql<string | null>`greatest(round.projects_end, round.requirements_end)`
// Announced instants are the round's own; a round without them has none.
const announced = (column: 'bids_open' | 'bids_close') =>
  sql<string | null>`(${sql.ref(`round.${column}`)} at time zone 'Europe/London')::date`
const DELIVERY: Due = sql<string | null>`(
  select min(service.mitigation_begins) from service where service.project_id = project.id)`
const REDEMPTION: Due = sql<string | null>`requirement.redemption_date`

/** By when the last compliance check of a project wants something done. */
export const NEXT_CHECK: Due = sql<string | null>`(select last.next_action_date from compliance_check as last
  where last.project_id = project.id order by last.date desc, last.ordinal desc limit 1)`

/** The next check of a kind that the schedule of a project wants. */
const scheduled = (kind: ScheduledKind): Due => sql<string | null>`(select check_due.due from check_due
  where check_due.project_id = project.id and check_due.kind = ${sql.lit(kind)})`

type Stepped = 'project' | 'requirement'

/** By when each step should be done, where the rules give a day: each stands here once, for pages, the queue and what is overdue. */
export const DUE = {
  project: {
    Register: dayOfRound('project', sql`round.projects_end`),
    CompleteRegistration: dayOfRound('project', sql`round.projects_end`),
    AddScreeningOutcome: dayOfRound('project', REGISTRATION_ENDS),
    SetCertificationDecision: dayOfRound('project', REGISTRATION_ENDS),
    SetPreMarketReviewOutcome: dayOfRound('project', REGISTRATION_ENDS),
    SetOffer: dayOfRound('project', announced('bids_close')),
    SetNatureBasedAgreement: DELIVERY,
    SetSection106Agreement: DELIVERY,
    Contract: DELIVERY,
    Verify: DELIVERY,
    AddComplianceCheck: sql<string | null>`least(${NEXT_CHECK}, ${scheduled('compliance')})`,
    AddPerformanceCheck: scheduled('performance'),
    SupplyEvidence: sql<string | null>`(select min(asked.due) from evidence_request as asked
      where asked.project_id = project.id and asked.supplied_at is null)`,
  },
  requirement: {
    Register: dayOfRound('requirement', sql`round.requirements_end`),
    CompleteRegistration: dayOfRound('requirement', sql`round.requirements_end`),
    SetBid: dayOfRound('requirement', announced('bids_close')),
    SetCreditSupplyAgreement: REDEMPTION,
    SetCreditAllocationCertificate: REDEMPTION,
    AllocateRights: REDEMPTION,
    IssueCredits: REDEMPTION,
    RedeemCredits: REDEMPTION,
  },
} as const satisfies { readonly [K in Stepped]: { readonly [A in ActionName<K>]?: Due } }

/** By when a participation should be registered. */
export const OF_PARTICIPATION = dayOfRound(
  'participation',
  sql`case participation.capacity when 'Supplier' then round.suppliers_end else round.buyers_end end`,
)
const DUE_OF_ROUNDS: { readonly [A in ActionName<'round'>]?: Due } = {
  // Registration has ended once its last window has.
  Close: sql<
    string | null
  >`greatest(round.suppliers_end, round.buyers_end, round.projects_end, round.requirements_end)`,
  OpenBidsAndOffers: announced('bids_open'),
  CloseBidsAndOffers: announced('bids_close'),
}

/** A step that something of a kind and a status waits for, and by when it should be done. */
export interface DueStep {
  action: string
  due: Due
}

const STEPS_OF_PARTICIPATIONS: Readonly<Record<string, ActionName<'participation'>>> = {
  Interested: 'Register',
  [OPERATOR_STEPS.participation.CompleteRegistration.in[0]]: 'CompleteRegistration',
}

/** What is in these steps has come to rest, and goes on only if somebody wants it to. */
const AT_WILL: readonly string[] = ['Reregister', 'RegisterAsParticipant']

const firstOf = (
  steps: readonly { in: readonly string[]; action: string; when?: unknown }[],
  status: string,
): string | undefined =>
  steps.find(step => step.in.includes(status) && step.when === undefined && !AT_WILL.includes(step.action))
    ?.action

const actionIn = (kind: ClockedKind, status: string): string | undefined => {
  if (kind === 'participation') return STEPS_OF_PARTICIPATIONS[status]
  if (kind === 'round') return firstOf(ROUND_STEPS, status)
  // What is in waits for the round.
  if (status === 'Offered' || status === 'Bid') return undefined
  return awaitedStep(kind, status) ?? firstOf(kind === 'project' ? PROJECT_STEPS : REQUIREMENT_STEPS, status)
}

/** The step that something of this kind and status waits for, out of the tables of steps; nothing where it has come to rest. */
export const stepIn = (kind: ClockedKind, status: string): DueStep | undefined => {
  const action = actionIn(kind, status)
  if (action === undefined) return undefined
  const dues: Readonly<Record<string, Due | undefined>> =
    kind === 'participation' ? {} : kind === 'round' ? DUE_OF_ROUNDS : DUE[kind]
  return { action, due: dues[action] ?? (kind === 'participation' ? OF_PARTICIPATION : NEVER) }
}
