/** Purposes of accounts, in the order in which the books list them. */
export const ACCOUNT_PURPOSES = [
  'due',
  'payable',
  'maintenance',
  'deposits',
  'operator',
  'compliance',
  'performance',
  'refunds',
  'interest',
  'vat',
  'bankCharges',
  'bankInterest',
  'bank',
  'transfers',
  'unallocated',
  'suspense',
] as const
export type AccountPurpose = (typeof ACCOUNT_PURPOSES)[number]

interface AccountPurposeText {
  /** Name of the account, or of all accounts of this purpose. */
  label: string
  meaning: string
}

/** Names of the accounts, and what their balances mean. */
export const ACCOUNT_TEXTS: Readonly<Record<AccountPurpose, AccountPurposeText>> = {
  due: {
    label: 'Due from buyers',
    meaning:
      'What buyers and investors still have to pay for the units they won, invoiced or not yet, with VAT on what is invoiced. Refunds that are still to pay are taken off.',
  },
  payable: {
    label: 'Payable to suppliers',
    meaning:
      'What suppliers are still owed for themselves, invoiced or not yet: their offer, their share of the surplus, and VAT on what is invoiced. VAT on invoices for maintenance is here too, because it is not held: a payment of such an invoice pays its VAT first.',
  },
  maintenance: {
    label: 'Held for maintenance',
    meaning:
      'Money for maintaining habitats: held for future checks, or due after a passed check and not paid yet.',
  },
  deposits: {
    label: 'Deposits of bidders',
    meaning:
      'Deposits that the market operator has received and owes to bidders, until it sets them off against their invoices or pays them back.',
  },
  operator: {
    label: 'Market operator’s fees',
    meaning: 'What the market operator earns for running the market.',
  },
  compliance: {
    label: 'Held for compliance checks',
    meaning: 'What pays for the yearly checks of compliance, less what was paid for them.',
  },
  performance: {
    label: 'Held for performance checks',
    meaning: 'What pays for measuring the habitat or the nutrients, less what was paid for that.',
  },
  refunds: {
    label: 'Refunds and credit notes',
    meaning:
      'Refunds to buyers for failed units, and amounts that credit notes cancelled for good, without VAT: a cost of the market operator. Amounts cancelled for suppliers are taken off.',
  },
  interest: {
    label: 'Interest on late payments',
    meaning: 'What buyers owe because they paid late. It belongs to the market operator.',
  },
  vat: {
    label: 'Value added tax',
    meaning:
      'VAT on invoices to buyers, less VAT on the invoices of suppliers and what was paid to HMRC. A negative balance is still owed to HMRC.',
  },
  bankCharges: {
    label: 'Bank charges',
    meaning: 'What the bank charged, with interest that it charged. The market operator pays for them.',
  },
  bankInterest: {
    label: 'Bank interest',
    meaning: 'What the bank paid on the money in the account.',
  },
  bank: {
    label: 'Bank account',
    meaning:
      'What came in and went out on the market operator’s account, by the statements that were uploaded.',
  },
  transfers: {
    label: 'Transfers between own accounts',
    meaning:
      'What was moved to other accounts of the market operator, less what came from them. Those accounts are not in these books: clear the balance in your own ledger.',
  },
  unallocated: {
    label: 'Unallocated receipts and payments',
    meaning:
      'A clearing account: what came in or went out on the bank account and is posted neither to an invoice nor to another account: lines that wait, and lines that were set aside.',
  },
  suspense: {
    label: 'Suspense',
    meaning: 'What no account explains yet. Anything here is a mistake that someone has to clear up.',
  },
}

/** An account of the books: of one organisation, or of the market if `organisationId` is null. */
export interface MoneyAccount {
  id: string
  purpose: AccountPurpose
  organisationId: string | null
}
