import { ibanRule } from '#contract/people/rules'
import { normaliseIban } from '#domain/money/bank-line'
import { ACCOUNT_COOLING_DAYS } from '#domain/money/payment-run'
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
  description: `Payments from this account are recognised without a reference, if only one invoice of the amount is open. The market operator pays suppliers to it, from ${ACCOUNT_COOLING_DAYS} days after a change.`,
  who: [operator, owner],
  approval: 'ownerIfAny',
  stepUp: true,
  when: canHaveVatRegistration,
  fields: {
    iban: withHint(
      text('IBAN', { rule: ibanRule, toSaved: normaliseIban }),
      'The number of the account as on its statements: GB33 BUKB 2020 1555 5555 55.',
    ),
  },
  initial: ({ iban }) => ({ iban }),
  effect: ({ subject, values: { iban }, now }) => [
    update('organisation', subject, { iban, ...(iban !== subject.iban && { ibanSetAt: now }) }),
  ],
  done: 'The bank account has been saved',
})
