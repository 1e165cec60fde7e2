import { vatNumberRule } from '#contract/people/rules'
import { normaliseVatNumber, withVatRegistration } from '#domain/money/vat'
import { canHaveVatRegistration } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, notStored, text, withHint, yesNo } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'

/** Records whether an organisation is registered for VAT from a day on, and its number. */
export const setVat = action({
  name: 'SetVat',
  on: 'organisation',
  title: 'Set VAT registration',
  description: 'Invoices show the VAT number that is valid on their day. Earlier invoices stay as they are.',
  who: [operator, owner],
  approval: 'ownerIfAny',
  approvalWhen: ({ type }) => type !== 'OPER',
  when: canHaveVatRegistration,
  fields: {
    isRegistered: withHint(
      notStored(yesNo('Registered for VAT')),
      'Choose no if the organisation is not registered, or no longer.',
    ),
    vatNumber: withHint(
      notStored(text('VAT number', { rule: vatNumberRule, toSaved: normaliseVatNumber })),
      'Nine digits, as on the certificate of registration: GB 123 4567 82.',
    ),
    from: withHint(notStored(date('From')), 'The first day on which this is so.'),
  },
  show: { vatNumber: ({ isRegistered }) => isRegistered === true },
  initial: ({ vatRegistrations }) => {
    const last = vatRegistrations.at(-1)
    return last
      ? { isRegistered: last.number !== null, vatNumber: last.number, from: last.from }
      : { isRegistered: null, vatNumber: null, from: null }
  },
  effect: ({ subject, values: { vatNumber, from } }) => [
    update('organisation', subject, {
      vatRegistrations: withVatRegistration(subject.vatRegistrations, { from, number: vatNumber }),
    }),
  ],
  done: 'The VAT registration has been saved',
})
