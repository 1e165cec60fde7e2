import type { AccountBooking } from '../money/bookings/account-booking.ts'
import type { BankLine, Payment } from '../money/bank-line.ts'
import type { AgentAuthority } from '../people/authority.ts'
import type { StoredBrand } from '../people/brand.ts'
import type { EvidenceRequest } from '../project/check-schedule.ts'
import type { Case } from '../case/case.ts'
import type { UnitFailure } from '../case/unit-failure.ts'
import type { UnitReplacement } from '../case/unit-replacement.ts'
import type { Certificate } from '../credit/certificate.ts'
import type { SubjectComment } from '../text/comment.ts'
import type { Credit } from '../credit/credit.ts'
import type { Declaration, DeclarationAnswer, RoundDeclaration } from '../credit/declaration.ts'
import type { FiledDocument } from '../text/filed-document.ts'
import type { ProjectGroup, RequirementGroup } from '../project/group.ts'
import type { Invitation } from '../people/invitation.ts'
import type { Invoice } from '../money/invoice.ts'
import type { PaymentOrder, PaymentRun } from '../money/payment-run.ts'
import type { PaymentReminder } from '../money/late-payment.ts'
import type { Market } from '../round/market.ts'
import type { MatchResult } from '../match/match-result.ts'
import type { Organisation } from '../people/organisation.ts'
import type { OrganisationTie } from '../people/organisation-tie.ts'
import type { Participation } from '../round/participation.ts'
import type { AreaOutline } from '../place/outline.ts'
import type { Project } from '../project/project.ts'
import type { Proposal } from '../steps/proposal.ts'
import type {
  LocalPlanningAuthority,
  NationalCharacterArea,
  ProjectType,
  CertificationStandard,
  StandardVersion,
  Subcatchment,
} from '../project/reference.ts'
import type { ComplianceCheck, PerformanceCheck, Verification } from '../project/project-check.ts'
import type { Requirement } from '../project/requirement.ts'
import type { Round } from '../round/round.ts'
import type { RoundQuestion } from '../round/round-question.ts'
import type { SavedEstimate } from '../project/saved-estimate.ts'
import type { Service } from '../project/service.ts'
import type { SiteBoundary, SiteOverlap } from '../land/site-boundary.ts'
import type { StoredRow } from '../values/subject.ts'
import type { User } from '../people/user.ts'
import type { StoredWorkbookContent } from '../workbook/reading.ts'

/** Types of all stored nouns, by kind. */
export interface EntityMap {
  organisation: Organisation
  organisationTie: OrganisationTie
  user: User
  invitation: Invitation
  market: Market
  round: Round
  roundDeclaration: RoundDeclaration
  roundQuestion: RoundQuestion
  savedEstimate: SavedEstimate
  declarationAnswer: DeclarationAnswer
  participation: Participation
  agentAuthority: AgentAuthority
  project: Project
  service: Service
  siteBoundary: SiteBoundary
  siteOverlap: SiteOverlap
  complianceCheck: ComplianceCheck
  performanceCheck: PerformanceCheck
  verification: Verification
  evidenceRequest: EvidenceRequest
  workbookReading: StoredWorkbookContent
  projectGroup: ProjectGroup
  requirement: Requirement
  requirementGroup: RequirementGroup
  matchResult: MatchResult
  credit: Credit
  case: Case
  unitFailure: UnitFailure
  unitReplacement: UnitReplacement
  invoice: Invoice
  bankLine: BankLine
  payment: Payment
  accountBooking: AccountBooking
  paymentRun: PaymentRun
  paymentOrder: PaymentOrder
  paymentReminder: PaymentReminder
  proposal: Proposal
  certificate: Certificate
  filedDocument: FiledDocument
  comment: SubjectComment
  projectType: ProjectType
  standard: CertificationStandard
  standardVersion: StandardVersion
  nca: NationalCharacterArea
  areaOutline: AreaOutline
  lpa: LocalPlanningAuthority
  subcatchment: Subcatchment
  declaration: Declaration
  brand: StoredBrand
}

export type StoredKind = keyof EntityMap

/** Settings that everyone can choose from, each kind with its list. */
export const SETTING_LISTS = {
  projectType: 'projectTypes',
  standard: 'standards',
  nca: 'ncas',
  lpa: 'lpas',
  subcatchment: 'subcatchments',
  declaration: 'declarations',
} as const satisfies { [K in StoredKind]?: string }
export type SettingKind = keyof typeof SETTING_LISTS
export const SETTING_KINDS = Object.keys(SETTING_LISTS) as readonly SettingKind[]

/** Lists on which things are added; they have no row and no status. */
export const COLLECTION_KINDS = [
  'organisations',
  'markets',
  'rounds',
  'roundQuestions',
  'projects',
  'requirements',
  'projectTypes',
  'standards',
  'ncas',
  'lpas',
  'subcatchments',
  'declarations',
  'bankLines',
  'paymentRuns',
] as const
export type CollectionKind = (typeof COLLECTION_KINDS)[number]

/** Kinds on which an action can run: stored kinds and lists. */
export type Kind = StoredKind | CollectionKind

/** The record type of this kind of entity. */
export type EntityOfKind<K extends Kind> = Subjects[K]
type Subjects = EntityMap & { [C in CollectionKind]: StoredRow }

/** Statuses of a kind; never for kinds without statuses. */
export type StatusOfKind<K extends Kind> =
  EntityOfKind<K> extends { status: infer S extends string } ? S : never
