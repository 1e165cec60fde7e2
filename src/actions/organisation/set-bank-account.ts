import { ibanRule } from '#contract/people/rules'
import { normaliseIban } from '#domain/money/bank-line'
import { NEW_ACCOUNT_WAIT } from '#domain/money/payment-run'
import { canHaveVatRegistration } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { text, withHint } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'

/**
 * Records the bank account of an organisation. Whoever could change it alone could lead money astray, so the market operator needs the
 * approval of the owner, or of a colleague for its own account, and an owner a fresh code.
 */
export const setBankAccount = action({
  name: 'SetBankAccount',
  on: 'organisation',
  title: 'Set bank account',
  description: `The market operator pays you into this account; its own payments come from its account here. Payments to a new or changed account start after ${NEW_ACCOUNT_WAIT}, so that you can object if the change was not yours. Everyone in the organisation gets an email about it.`,
  who: [operator, owner],
  approval: 'ownerIfAny',
  stepUp: true,
  when: canHaveVatRegistration,
  fields: {
    iban: withHint(
      text('IBAN', { rule: ibanRule, toSaved: normaliseIban }),
      'Copy it from a bank statement: GB33 BUKB 2020 1555 5555 55. If you pay an invoice from this account and leave out the reference, we can often tell which invoice you mean.',
    ),
  },
  initial: ({ iban }) => ({ iban }),
  effect: ({ subject, values: { iban }, now }) => [
    update('organisation', subject, { iban, ...(iban !== subject.iban && { ibanSetAt: now }) }),
  ],
  done: 'The bank account has been saved',
})
