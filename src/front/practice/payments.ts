import { showMoney, type Pence } from '@credit-market/values/money'
import type { PaymentStep } from '#domain/match/result-words'
import { html, type Html } from '../html.ts'

/** Formats an amount of a result, always with pence. */
export const moneyWithPence = (pence: Pence): string => showMoney(pence, true)

/** Text for what a party pays, or receives if the payment is negative. */
export const paymentText = (payment: Pence): string =>
  payment > 0 ? `pays ${moneyWithPence(payment)}` : `receives ${moneyWithPence(-payment)}`

/** Steps of a payment, down to its total. */
export const paymentStepsList = (steps: readonly PaymentStep[]): Html =>
  html`<dl class="steps">
    ${steps.map(
      ({ of, label, amount }) =>
        html`<div class="${of === 'total' ? 'steps-line is-total' : 'steps-line'}">
          <dt>${label}</dt>
          <dd>${moneyWithPence(amount)}</dd>
        </div>`,
    )}
  </dl>`
