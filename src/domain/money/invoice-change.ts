import type { InvoiceContent } from './invoice.ts'

/**
 * A document that an effect issues: what has fallen due of an item, a credit note for an invoice, interest
 * on one, or a refund because of a case.
 */
export type InvoiceChange =
  | { change: 'invoice'; kind: 'project' | 'requirement'; id: string }
  | { change: 'creditNote'; invoiceId: string; reason: string; isReissued: boolean }
  | { change: 'interest'; invoiceId: string }
  | { change: 'refund'; caseId: string; requirementId: string; content: InvoiceContent }
