import { dayOf } from '#domain/dates'
import {
  aheadQuestion,
  checkHeld,
  deliveringOf,
  isAskedAhead,
  isBeforeDelivery,
  previewAhead,
  warnAhead,
} from '../common/delivery.ts'
import { certify, giveNotice } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { move, remark, update } from '../kit/changes.ts'
import { file, hinted, optional } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'

/** Uses the credits for what they were needed for. An investor's retire with it, since nothing of them remains to be used. */
export const redeemCredits = action({
  name: 'RedeemCredits',
  on: 'requirement',
  title: 'Redeem credits',
  binds: {
    verb: 'Redeem the credits',
    undone: 'It cannot be undone: redeemed credits are used up and can never be used again.',
  },
  description:
    'Redeemed credits are used up: they can never be used again. The market makes the notice of redemption in the name of whoever gives it here, and the certificate of redemption with it.',
  who: [operator, owner],
  stepUp: true,
  approval: 'owner',
  from: ['CreditsIssued'],
  fields: {
    file: hinted(
      optional(file('Redeem notice', 'RedeemNotice')),
      'A notice that was signed elsewhere, if it is to take the place of the one that the market makes',
    ),
    ahead: aheadQuestion('Redeem them before they are delivered'),
  },
  given: async (read, requirement) =>
    deliveringOf(read, requirement, await read.list('credit', { requirementId: requirement.id })),
  show: { ahead: (_answers, given) => isAskedAhead(given) },
  check: (_answers, given) => checkHeld(given),
  warn: (_answers, { redemptionDate }, given) => ({
    ...warnAhead(given),
    file:
      redemptionDate !== null && given.today > redemptionDate
        ? 'The redemption date has passed: this redemption is late'
        : undefined,
  }),
  to: { by: (_values, { type }) => type, is: { Buyer: 'CreditsRedeemed', Investor: 'Retired' } },
  moves: [
    ['credit', 'Issued', 'Redeemed'],
    ['credit', 'Redeemed', 'Retired'],
  ],
  done: 'The credits are redeemed; the certificate of it is with the credit requirement',
  reads: (read, { id }) => read.list('credit', { requirementId: id }),
  preview: ({ given }) => previewAhead(given),
  effect: ({ subject, values, actor, reads: credits, given: { deliveries, today }, now }) => [
    update('requirement', subject, { redeemedAt: now }),
    ...(subject.redemptionDate !== null && dayOf(now) > subject.redemptionDate
      ? [remark('requirement', subject, 'after the redemption date')]
      : []),
    ...(isBeforeDelivery(deliveries, today)
      ? [remark('requirement', subject, 'before delivery begins')]
      : []),
    ...credits.map(credit => move('credit', credit, 'Redeemed')),
    ...(subject.type === 'Investor'
      ? credits.map(credit => move('credit', { ...credit, status: 'Redeemed' }, 'Retired'))
      : []),
    ...(values.file ? [] : [giveNotice(subject, actor.organisationId)]),
    certify('requirement', subject, 'The credits were redeemed'),
  ],
})
