import type { Pence } from '@credit-market/values/money'
import type { PlacePrecision } from '../place/precision.ts'
import type { LatePaymentTerms } from '../money/late-payment.ts'
import type { PaymentSchedule } from '../money/payment-schedule.ts'
import type { Seller, VatTreatment } from '../money/vat.ts'
import type { StoredRow } from '../values/subject.ts'

/** Treatment of issuing and redeeming credits before delivery: the form asks, or refuses. */
export const ISSUE_AHEAD_POLICIES = ['asked', 'refused'] as const
export type IssueAheadPolicy = (typeof ISSUE_AHEAD_POLICIES)[number]
export const ISSUE_AHEAD_POLICY_LABELS: Record<IssueAheadPolicy, string> = {
  asked: 'Only if someone confirms it',
  refused: 'Never',
}

/** Publication of the matches of settled rounds: the operator keeps them, or anyone may check them and can work out most names. */
export const MATCH_PUBLICATION_POLICIES = ['withheld', 'published'] as const
export type MatchPublicationPolicy = (typeof MATCH_PUBLICATION_POLICIES)[number]
export const MATCH_PUBLICATION_POLICY_LABELS: Record<MatchPublicationPolicy, string> = {
  withheld: 'No',
  published: 'Yes, and anyone can work out most names',
}

/** A place and its credits, with market rounds. */
export interface Market extends StoredRow {
  name: string
  description: string | null
  /** Least precision of published places, whatever their owners choose. */
  placePrecision: PlacePrecision
  /** Treatment of issuing and redeeming before delivery. */
  issueAhead: IssueAheadPolicy
  /** Publication of matches that are accepted from now on (decision 0110). */
  instances: MatchPublicationPolicy
  /** When payments are due in rounds whose registration opens from now on (decision 0207). */
  paymentSchedule: PaymentSchedule
  /** Days after which unpaid invoices have consequences, in rounds whose registration opens from now on (decision 0227). */
  latePayment: LatePaymentTerms
  /** Deposit for each bid in rounds whose registration opens from now on, in pence; null for none (decision 0243). */
  deposit: Pence | null
  /** Seller of the units; fixed once the first round has opened (decision 0217). */
  sellsAs: Seller
  /** Treatment of units by VAT where the seller is registered. */
  unitsVat: VatTreatment
}
