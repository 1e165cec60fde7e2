import { ACCOUNT_TEXTS, type AccountPurpose } from './account.ts'

/** Lines of a settlement by the account that they are posted to, addressed to its owner. */
const OWN_LINES: Partial<Record<AccountPurpose, string>> = {
  due: 'Payment due',
  payable: 'Proceeds',
  maintenance: 'Held for maintenance',
}

/** Name of a line of a statement, by its source. */
export const statementLineText = ({ kind, purpose }: { kind: string; purpose: AccountPurpose }): string => {
  if (kind === 'payment') return purpose === 'deposits' ? 'Deposit' : 'Payment'
  if (kind === 'invoice') return 'VAT'
  if (kind === 'refund') return 'Refund'
  if (kind === 'credit') return 'Credit note'
  if (kind === 'interest') return 'Interest on late payment'
  return OWN_LINES[purpose] ?? ACCOUNT_TEXTS[purpose].label
}
