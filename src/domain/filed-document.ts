import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'

export const DOCUMENT_TAGS = [
  'BiodiversityMetric',
  'BudgetCalculator',
  'SupportingDocument',
  'CreditAllocationCertificate',
  'CreditSupplyAgreement',
  'RedeemNotice',
  'LandholderInfo',
  'NatureBasedAgreement',
  'Section106Agreement',
  'ScreeningSteps',
  'ScreeningOutcome',
  'CertificationStatement',
  'PreMarketReviewReport',
  'VerificationReport',
  'ComplianceReport',
  'PerformanceReport',
  'AuthorityToAct',
] as const
export type DocumentTag = (typeof DOCUMENT_TAGS)[number]

/** A document filed under a subject. The bytes lie in the file store under their hash. */
export interface FiledDocument extends Stored {
  name: string
  type: string
  size: number
  sha256: string
  /** null while uploaded and not yet filed. */
  ownerKind: string | null
  ownerId: string | null
  tag: DocumentTag | null
  /** The document that took this one's place; null for the one that counts. */
  replacedById: string | null
  reason: string | null
  uploadedBy: string
  uploadedAt: Instant
}

/** What a form holds for an uploaded file (specification, section 3: file value). */
export interface FileRef {
  id: string
  name: string
}
