import { ACCOUNT_TEXTS, type AccountPurpose } from '#domain/money/account'

/** Says who holds the money. */
export const KEEPS_BOOKS_TEXT =
  'These books say what is owed and to whom. The market itself holds no money: payments go from bank to bank.'

/** Lines of a statement, by the account that they are posted to, addressed to the owner. */
const OWN_LINES: Partial<Record<AccountPurpose, string>> = {
  due: 'Payment due',
  payable: 'Proceeds',
  maintenance: 'Held for maintenance',
}

/** Name of a line of a statement. */
export const statementLineText = (purpose: AccountPurpose): string =>
  OWN_LINES[purpose] ?? ACCOUNT_TEXTS[purpose].label

/** Heading of the figures of an organisation. */
export const POSITION_LABELS = {
  pays: 'To pay',
  receivesNow: 'To receive',
  receivesLater: 'To receive later',
  forOthers: 'Passed on to others',
} as const

/** Meanings of the figures of an organisation. */
export const POSITION_NOTES = {
  pays: 'For the units that were won.',
  receivesNow: 'Offers, and shares of the surplus.',
  receivesLater: 'Held for maintenance, and paid year by year as checks are passed.',
  forOthers: 'Buyers pay it with the price of a project: fees of the market operator, and checks.',
} as const

export const NO_MONEY_TEXT = 'Nothing has been won in a settled round yet.'
