import type { Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'
import type { WorkbookContent } from '../workbook/reading.ts'

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
  'sites',
  'BankStatement',
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
  sites: 'Sheet of sites',
  BankStatement: 'Bank statement',
}

/** A document filed under a subject. The file store has the bytes under their hash. */
export interface FiledDocument extends StoredRow {
  name: string
  type: string
  size: number
  sha256: string
  /** Null while the file is uploaded and not filed. */
  ownerKind: string | null
  ownerId: string | null
  tag: DocumentTag | null
  /** The document that replaced this one; null for the current one. */
  replacedById: string | null
  reason: string | null
  uploadedBy: string
  uploadedAt: Instant
}

/** Value of a form for an uploaded file (specification, section 3: file value). */
export interface UploadedFileRef {
  id: string
  name: string
}

/** Ways to read a file: as a list of rows, a workbook, or a line around land. */
export type FileReadMode = 'table' | 'book' | 'outline'

/** One row of an uploaded list: its place in the file, and its cells by heading. */
export interface UploadedTableRow {
  line: number
  cells: Readonly<Record<string, string>>
}

/** An uploaded list with its content. */
export interface UploadedTable extends UploadedFileRef {
  header: readonly string[]
  rows: readonly UploadedTableRow[]
}

/** An uploaded workbook with its content; null if only its name is known. */
export interface UploadedWorkbook extends UploadedFileRef {
  reading: WorkbookContent | null
}
