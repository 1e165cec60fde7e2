import { SELLER_LABELS, SELLERS, VAT_TREATMENT_LABELS, VAT_TREATMENTS } from '#domain/money/vat'
import { action, saveAnswers } from '../kit/action.ts'
import { oneOf, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Sets who sells units to buyers in a market, until its first round opens, and how VAT treats the units. */
export const setSeller = action({
  name: 'SetSeller',
  on: 'market',
  title: 'Set who sells',
  description:
    'Choose who sells units to buyers. You cannot change this once the first round of the market has opened, so that no one bids on terms that they could not read.',
  who: [operator],
  given: async (read, { id, sellsAs }) => ({
    fixed: (await read.list('round', { marketId: id })).some(({ status }) => status !== 'Draft')
      ? sellsAs
      : null,
  }),
  fields: {
    sellsAs: withHint(
      {
        ...oneOf('Seller', SELLERS, SELLER_LABELS),
        about: {
          agent:
            'Invoices to buyers name each supplier with its VAT number, and what it receives for its units.',
          principal: 'Invoices to buyers do not name suppliers. The market operator buys the units first.',
        },
      },
      'In both cases buyers get invoices from the market operator, and the operator’s fees are lines of their own.',
    ),
    unitsVat: withHint(
      oneOf('VAT on units', VAT_TREATMENTS, VAT_TREATMENT_LABELS),
      'It applies where the seller is registered for VAT, to invoices from now on. Ask a tax adviser before you choose anything other than the standard rate.',
    ),
  },
  check: ({ sellsAs }, { fixed }) =>
    fixed === null || sellsAs === null || sellsAs === undefined || sellsAs === fixed
      ? {}
      : { sellsAs: 'A round of this market has opened, so the seller stays the same' },
  effect: saveAnswers,
  done: 'Your choice of who sells has been saved',
})
