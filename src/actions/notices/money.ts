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
  'payment-late': noticesAbout(usual, 'See the invoice')(
    'An invoice has not been paid in time',
    thing => `invoice ${thing} is not paid yet`,
    'Its due date has passed. The invoice says what is open, and the reference for the payment. If you have paid in the last days, you need not do anything.',
    { obligatory: 'An invoice that is not paid can end in the loss of your rights' },
  ),
  'payment-late-again': noticesAbout(usual, 'See the invoice')(
    'An invoice has not been paid after a reminder',
    thing => `invoice ${thing} is still not paid`,
    'This is the second reminder. Please pay it now, or write to the market operator. The invoice says what is open, and what follows on which day.',
    { obligatory: 'An invoice that is not paid can end in the loss of your rights' },
  ),
  'payment-final-notice': noticesAbout(usual, 'See the invoice')(
    'Final notice: your invoice is unpaid',
    thing => `final notice: invoice ${thing} is not paid`,
    'If it is not paid, a case is opened on the day that the invoice names. In that case two people of the market operator can decide that your rights lapse.',
    { obligatory: 'An invoice that is not paid can end in the loss of your rights' },
  ),
  'interest-charged': noticesAbout(usual, 'See the invoice')(
    'Interest is charged on a late payment',
    thing => `interest is charged because invoice ${thing} was paid late`,
    'An interest invoice is among your invoices. It says the amount, the rate, and the reference for the payment.',
    { obligatory: 'You owe a further amount' },
  ),
  'credit-note-issued': noticesAbout(usual, 'See the invoice')(
    'An invoice is taken back by a credit note',
    thing => `a credit note takes back ${thing}`,
    'It says why. If the amount is still owed, a new invoice follows.',
    { obligatory: 'The invoice that you have is no longer valid' },
  ),
}
