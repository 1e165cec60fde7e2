import type { ActionName } from '#actions/index'
import type { Entities, StatusOf } from '#domain/entities'
import { missingPlace, type Project } from '#domain/project'
import { needOf } from '#domain/requirement'
import { isComplete, type Service } from '#domain/service'

/** The kinds of things that go through steps. */
export type StepKind = 'project' | 'requirement' | 'round'

/** A step of a subject's life: in which statuses it comes next, the action that takes it, and how it is told. */
export interface Step<K extends StepKind, S = Entities[K]> {
  in: readonly StatusOf<K>[]
  action: ActionName<K> & string
  text: string
  detail?: string
  when?: (subject: S) => boolean
}

/** What can still be changed, though nothing has to be done: the page of a thing says so, no to-do list does. */
export const isAtWill = ({ status }: { status: string }, action: string | null): boolean =>
  (status === 'Offered' && action === 'SetOffer') || (status === 'Bid' && action === 'SetBid')

type ProjectFacts = Project & { services: readonly Service[] }

/** What comes next on a project, in order. */
export const PROJECT_STEPS: readonly Step<'project', ProjectFacts>[] = [
  {
    in: ['Draft', 'Provisional'],
    action: 'SetLocation',
    text: 'Say where the project is',
    when: project => project.lpaId === null || missingPlace(project, project.creditTypes).length > 0,
  },
  {
    in: ['Draft'],
    action: 'Register',
    text: 'Register the project for the market round',
    detail: 'It needs a location, landholder information and your declarations.',
  },
  { in: ['Provisional'], action: 'CompleteRegistration', text: 'Complete the registration' },
  {
    in: ['Registered', 'PendingScreening'],
    action: 'AddScreeningOutcome',
    text: 'Record the screening outcome',
  },
  {
    in: ['Registered', 'Screened', 'PendingScreening'],
    action: 'AddBiodiversityService',
    text: 'Add what the project supplies',
    when: project => project.services.length === 0 && project.creditTypes.includes('Biodiversity'),
  },
  {
    in: ['Registered', 'Screened', 'PendingScreening'],
    action: 'AddNutrientService',
    text: 'Add what the project supplies',
    when: project => project.services.length === 0 && !project.creditTypes.includes('Biodiversity'),
  },
  {
    in: ['Registered', 'Screened', 'PendingScreening', 'NotCertified'],
    action: 'SetBiodiversitySupply',
    text: 'Set the biodiversity supply year by year',
    when: project => project.services.some(one => one.type === 'Biodiversity' && !isComplete(one)),
  },
  {
    in: ['Screened'],
    action: 'SetCertificationDecision',
    text: 'Decide on certification',
    when: project => project.services.length > 0 && project.services.every(isComplete),
  },
  {
    in: ['Certified', 'PendingRound', 'FailedRound'],
    action: 'SetPreMarketReviewOutcome',
    text: 'Record the outcome of the pre-market review',
  },
  {
    in: ['Certified', 'PendingRound', 'ApprovedRound'],
    action: 'SetCosts',
    text: 'Set the costs',
    detail: 'No offer can be made before the costs are set.',
    when: project => project.costs === null,
  },
  {
    in: ['ApprovedRound'],
    action: 'SetOffer',
    text: 'Make an offer',
    detail: 'It is sealed, and can be changed until the round closes for bids and offers.',
    when: project => project.costs !== null,
  },
  {
    in: ['Offered'],
    action: 'ConfirmOffer',
    text: 'Confirm the offer',
    detail: 'The round was opened again: the offer counts only once it is confirmed or changed.',
    when: ({ toConfirmSince }) => toConfirmSince !== null,
  },
  {
    in: ['Offered'],
    action: 'SetOffer',
    text: 'The offer can still be changed',
    detail: 'The last value counts when the round closes for bids and offers.',
  },
  { in: ['Matched'], action: 'SetNatureBasedAgreement', text: 'File the nature-based project agreement' },
  { in: ['Matched'], action: 'Contract', text: 'Confirm that the project is contracted' },
  { in: ['Contracted', 'FailedVerification'], action: 'Verify', text: 'Verify delivery' },
  { in: ['Verified', 'Monitoring'], action: 'AddComplianceCheck', text: 'Record the next compliance check' },
  {
    in: ['Verified', 'Monitoring'],
    action: 'AddPerformanceCheck',
    text: 'Record the next performance check',
  },
  {
    in: ['Unmatched', 'FailedRound', 'NotCertified', 'FailedScreening'],
    action: 'Reregister',
    text: 'Register it again in another market round',
  },
]

/** What comes next on a credit requirement, in order. */
export const REQUIREMENT_STEPS: readonly Step<'requirement'>[] = [
  {
    in: ['Draft', 'Provisional'],
    action: 'SetBuyerCredits',
    text: 'Say which credits are needed',
    when: requirement => requirement.type === 'Buyer' && (needOf(requirement)?.ongoingUnits ?? 0) === 0,
  },
  {
    in: ['Draft', 'Provisional'],
    action: 'SetInvestorCredits',
    text: 'Say which credits are needed',
    when: requirement => requirement.type === 'Investor' && needOf(requirement) === null,
  },
  {
    in: ['Draft', 'Provisional'],
    action: 'SetBuyerDevelopment',
    text: 'Describe the development',
    when: requirement => requirement.type === 'Buyer' && requirement.nearAddress === null,
  },
  {
    in: ['Draft', 'Provisional'],
    action: 'SetInvestorLocation',
    text: 'Say where the credits are needed',
    when: requirement => requirement.type === 'Investor' && requirement.ncaId === null,
  },
  { in: ['Draft'], action: 'Register', text: 'Register the credit requirement for the market round' },
  { in: ['Provisional'], action: 'CompleteRegistration', text: 'Complete the registration' },
  {
    in: ['Registered'],
    action: 'SetBid',
    text: 'Make a bid',
    detail: 'It is sealed, and can be changed until the round closes for bids and offers.',
  },
  {
    in: ['Bid'],
    action: 'ConfirmBid',
    text: 'Confirm the bid',
    detail: 'The round was opened again: the bid counts only once it is confirmed or changed.',
    when: ({ toConfirmSince }) => toConfirmSince !== null,
  },
  {
    in: ['Bid'],
    action: 'SetBid',
    text: 'The bid can still be changed',
    detail: 'The last value counts when the round closes for bids and offers.',
  },
  { in: ['RightsCreated'], action: 'SetCreditSupplyAgreement', text: 'File the credit supply agreement' },
  {
    in: ['RightsCreated'],
    action: 'SetCreditAllocationCertificate',
    text: 'File the credit allocation certificate',
  },
  { in: ['RightsCreated'], action: 'AllocateRights', text: 'Allocate the rights' },
  { in: ['RightsAllocated'], action: 'IssueCredits', text: 'Issue the credits' },
  { in: ['CreditsIssued'], action: 'RedeemCredits', text: 'Redeem the credits' },
  { in: ['Unmatched'], action: 'Reregister', text: 'Register it again in another market round' },
]

/** What comes next on a market round, in order. */
export const ROUND_STEPS: readonly Step<'round'>[] = [
  {
    in: ['Draft', 'Open', 'Closed'],
    action: 'SetRegistrationDates',
    text: 'Set the registration dates',
    detail: 'All four windows are needed before registration opens.',
    when: round => round.suppliersStart === null || round.projectsStart === null,
  },
  { in: ['Draft'], action: 'Open', text: 'Open registration' },
  {
    in: ['Open'],
    action: 'Close',
    text: 'Close registration when it is complete',
    detail: 'It can be opened again until the round opens for bids and offers.',
  },
  {
    in: ['Closed', 'OpenForBidsAndOffers'],
    action: 'SetBiddingTimes',
    text: 'Announce when bids and offers close',
    detail: 'They close by themselves then, and everybody who takes part is told.',
    when: round => round.bidsClose === null,
  },
  { in: ['Closed'], action: 'OpenBidsAndOffers', text: 'Open for bids and offers' },
  {
    in: ['OpenForBidsAndOffers'],
    action: 'CloseBidsAndOffers',
    text: 'Close for bids and offers',
    detail: 'All amounts stay sealed until then.',
  },
  {
    in: ['OpenForBidsAndOffers', 'ClosedForBidsAndOffers'],
    action: 'SetReserveInfo',
    text: 'Set the credit reserve',
    when: round => round.hasReserve === null,
  },
  { in: ['ClosedForBidsAndOffers', 'Failed', 'Rejected'], action: 'Match', text: 'Match offers and bids' },
  { in: ['Matched'], action: 'AcceptMatch', text: 'Review the match, then accept or reject it' },
  {
    in: ['Open'],
    action: 'RegisterAsParticipant',
    text: 'Take part in this market round',
  },
]
