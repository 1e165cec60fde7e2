import { type ActionNotices, noNotices } from './told-of-things.ts'

/** Notifications of the actions on invoices and on lines of the bank. */
export const MONEY_ACTION_NOTICES = {
  invoice: {
    CreditInvoice: {
      tells: [{ notice: 'credit-note-issued' }],
      nobodyElse: 'An invoice concerns only the organisation that it is for, and the market operator',
    },
    ChargeInterest: {
      tells: [{ notice: 'interest-charged' }],
      nobodyElse: 'Interest concerns only the organisation that paid late, and the market operator',
    },
    SettleDeposit: {
      tells: [{ notice: 'deposit-settled' }],
      nobodyElse: 'A deposit concerns only the organisation that bid, and the market operator',
    },
    ReopenDeposit: {
      tells: [{ notice: 'deposit-reopened' }],
      nobodyElse: 'A deposit concerns only the organisation that bid, and the market operator',
    },
    ChasePayment: {
      tells: [
        { notice: 'payment-late', when: ['step', 'reminder'] },
        { notice: 'payment-late-again', when: ['step', 'secondReminder'] },
        { notice: 'payment-final-notice', when: ['step', 'finalNotice'] },
        { notice: 'case-opened', of: 'case', in: ['Reported'] },
        { notice: 'holding-case-opened', of: 'case' },
      ],
      nobodyElse: 'Lists and the page of money show the market operator which invoices are late',
    },
  },
  bankLines: {
    UploadBankStatement: noNotices('The pages of invoices and of money show what is paid'),
  },
  paymentRuns: {
    CreatePaymentRun: noNotices('A draft pays nothing'),
  },
  paymentRun: {
    MakePaymentFile: noNotices('Nothing is paid until the bank makes the payments, which invoices then show'),
    CancelPaymentRun: noNotices('Nothing was paid, and the invoices stay open'),
  },
  bankLine: {
    BookBankLine: noNotices('The pages of invoices and of money show what is paid'),
    PostBankLine: noNotices('The money belongs to the market operator or pays for checks'),
    SetBankLineAside: noNotices('The money stays where it is, and the operator writes to the payer'),
    TakeBookingBack: noNotices('The pages of invoices and of money show what is open'),
  },
} as const satisfies Record<string, Record<string, ActionNotices>>
