import { utcDayOf } from '@credit-market/values/dates'
import {
  beforeDeliveryField,
  refuseBeforeDelivery,
  readDeliveryFacts,
  needsDeliveryConfirmation,
  isBeforeDelivery,
  previewBeforeDelivery,
  warnBeforeDelivery,
} from '../common/delivery.ts'
import { issueProgressCertificate, issueNoticeCertificate } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { changeStatus, addRemark, update } from '../kit/changes.ts'
import { file, withHint, optional } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'

/** Redeems credits against their need. An investor's credits retire at once, because no use remains. */
export const redeemCredits = action({
  name: 'RedeemCredits',
  on: 'requirement',
  title: 'Redeem credits',
  binds: {
    verb: 'Redeem the credits',
    undone: 'You cannot undo this. Redeemed credits are used up and can never be used again.',
  },
  description:
    'Redeemed credits are used up and can never be used again. The market makes the notice of redemption in the name of your organisation, and the certificate of redemption.',
  who: [operator, owner],
  stepUp: true,
  approval: 'owner',
  from: ['CreditsIssued'],
  fields: {
    file: withHint(
      optional(file('Redeem notice', 'RedeemNotice')),
      'Upload a notice that was signed elsewhere only if it must replace the one that the market makes',
    ),
    ahead: beforeDeliveryField('Redeem them before they are delivered'),
  },
  given: async (read, requirement) =>
    readDeliveryFacts(read, requirement, await read.list('credit', { requirementId: requirement.id })),
  show: { ahead: (_answers, given) => needsDeliveryConfirmation(given) },
  check: (_answers, given) => refuseBeforeDelivery(given),
  warn: (_answers, { redemptionDate }, given) => ({
    ...warnBeforeDelivery(given),
    file:
      redemptionDate !== null && given.today > redemptionDate
        ? 'The redemption date has passed, so this redemption is late'
        : undefined,
  }),
  to: { by: (_values, { type }) => type, is: { Buyer: 'CreditsRedeemed', Investor: 'Retired' } },
  moves: [
    ['credit', 'Issued', 'Redeemed'],
    ['credit', 'Redeemed', 'Retired'],
  ],
  done: 'Your credits have been redeemed. The certificate is on the page of the credit requirement',
  reads: (read, { id }) => read.list('credit', { requirementId: id }),
  preview: ({ given }) => previewBeforeDelivery(given),
  effect: ({ subject, values, actor, reads: credits, given: { deliveries, today }, now }) => [
    update('requirement', subject, { redeemedAt: now }),
    ...(subject.redemptionDate !== null && utcDayOf(now) > subject.redemptionDate
      ? [addRemark('requirement', subject, 'after the redemption date')]
      : []),
    ...(isBeforeDelivery(deliveries, today)
      ? [addRemark('requirement', subject, 'before delivery begins')]
      : []),
    ...credits.map(credit => changeStatus('credit', credit, 'Redeemed')),
    ...(subject.type === 'Investor'
      ? credits.map(credit => changeStatus('credit', { ...credit, status: 'Redeemed' }, 'Retired'))
      : []),
    ...(values.file ? [] : [issueNoticeCertificate(subject, actor.organisationId)]),
    issueProgressCertificate('requirement', subject, 'The credits were redeemed'),
  ],
})
