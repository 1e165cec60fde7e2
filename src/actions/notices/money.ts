import { noticesAbout } from './notice.ts'

const topic = 'Money'
const usual = { topic, readers: ['owner', 'agents'], agentsWho: 'MakeOffersOrBids' } as const

/** Notifications about invoices. */
export const MONEY_NOTICES = {
  'invoice-issued': noticesAbout(usual, 'See your invoices')(
    'An invoice is issued',
    thing => `there is a new invoice for ${thing}`,
    'It says the amount, when it is due, and the reference for the payment.',
  ),
  'credit-note-issued': noticesAbout(usual, 'See the invoice')(
    'An invoice is taken back by a credit note',
    thing => `a credit note takes back ${thing}`,
    'It says why. If the amount is still owed, a new invoice follows.',
    { obligatory: 'The invoice that you have is no longer valid' },
  ),
}
