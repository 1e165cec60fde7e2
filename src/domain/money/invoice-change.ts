import type { InvoiceContent } from './invoice.ts'

/**
 * A document that an effect issues: what has fallen due of an item, a credit note for an invoice, interest
 * on one, a refund because of a case, a deposit for a bid, or the settlement or reopening of a deposit.
 */
export type InvoiceChange =
  | { change: 'invoice'; kind: 'project' | 'requirement'; id: string }
  | { change: 'creditNote'; invoiceId: string; reason: string; isReissued: boolean }
  | { change: 'interest'; invoiceId: string }
  | { change: 'refund'; caseId: string; requirementId: string; content: InvoiceContent }
  | { change: 'deposit'; requirementId: string }
  | { change: 'settleDeposit'; depositId: string }
  | { change: 'reopenDeposit'; depositId: string; returnIds: readonly string[]; reason: string }
