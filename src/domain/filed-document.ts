import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'
import type { WorkbookReading } from './workbook/reading.ts'

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
  'suppliers',
  'buyers',
  'investors',
  'winners',
  'dataset',
  'Logo',
  'Evidence',
  'Outlines',
  'SiteBoundary',
] as const
export type DocumentTag = (typeof DOCUMENT_TAGS)[number]

export const DOCUMENT_TAG_LABELS: Record<DocumentTag, string> = {
  BiodiversityMetric: 'Biodiversity metric',
  BudgetCalculator: 'Budget calculator',
  SupportingDocument: 'Supporting document',
  CreditAllocationCertificate: 'Credit allocation certificate',
  CreditSupplyAgreement: 'Credit supply agreement',
  RedeemNotice: 'Redeem notice',
  LandholderInfo: 'Landholder information',
  NatureBasedAgreement: 'Nature-based project agreement',
  Section106Agreement: 'Section 106 agreement',
  ScreeningSteps: 'Screening steps',
  ScreeningOutcome: 'Screening outcome',
  CertificationStatement: 'Certification statement',
  PreMarketReviewReport: 'Pre-market review report',
  VerificationReport: 'Verification report',
  ComplianceReport: 'Compliance report',
  PerformanceReport: 'Performance report',
  AuthorityToAct: 'Authority to act',
  suppliers: 'Suppliers',
  buyers: 'Buyers',
  investors: 'Investors',
  winners: 'Winners of a match',
  dataset: 'Dataset of a match',
  Logo: 'Logo',
  Evidence: 'Evidence',
  Outlines: 'Outlines of areas',
  SiteBoundary: 'Site boundary',
}

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

/** As what a file is read: a list of rows, a workbook, or a line around land. */
export type FileReading = 'table' | 'book' | 'outline'

/** One line of an uploaded list: where it stands in the file, and what it says under each heading. */
export interface TableRow {
  line: number
  cells: Readonly<Record<string, string>>
}

/** An uploaded list together with what it says. */
export interface UploadedTable extends FileRef {
  header: readonly string[]
  rows: readonly TableRow[]
}

/** An uploaded workbook together with what it says; null where only its name is known. */
export interface UploadedWorkbook extends FileRef {
  reading: WorkbookReading | null
}
