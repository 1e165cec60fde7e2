import { readServiceFigures, type ServiceFigures } from '#contract/desk/service'
import { showDay } from '@credit-market/values/dates'
import { penceOf, showMoney } from '@credit-market/values/money'
import { MIN_SATISFACTION_ANSWERS } from '#domain/project/satisfaction'
import { type Html, html } from './html.ts'

const percent = (rate: number | null): string =>
  rate === null ? 'No data yet' : `${Math.round(100 * rate)}%`

const figure = (label: string, value: string, meaning: string | Html): Html =>
  html`<li class="card">
    <h3>${label}</h3>
    <p class="price-now">${value}</p>
    <p class="small-note">${meaning}</p>
  </li>`

/** The four performance figures of the Service Standard, each with its meaning. */
export const serviceSection = ({
  on,
  completion,
  satisfaction,
  takeUp,
  costPerTransaction: costs,
}: ServiceFigures): Html =>
  html`<section class="part service" id="service">
    <h2>How well the service works</h2>
    <p class="measure">
      The four figures of the Service Standard as at ${showDay(on)}, calculated from the market’s data and
      audit trail. We do not track visitors.
    </p>
    <ul class="cards" role="list">
      ${figure(
        'Completion rate',
        percent(completion.rate),
        `${completion.registered} of ${completion.begun} projects and credit requirements that people started were registered.`,
      )}
      ${figure(
        'User satisfaction',
        satisfaction.satisfied === null ? 'Too few answers yet' : percent(satisfaction.satisfied),
        html`The share of answers in the last year that were satisfied or very satisfied. We publish it once
          there are ${MIN_SATISFACTION_ANSWERS} answers. Answers so far: ${satisfaction.answers}.
          <a href="/feedback">Give your answer</a>.`,
      )}
      ${figure(
        'Cost per transaction',
        costs === null
          ? 'Not published yet'
          : costs.cost === null
            ? 'No data yet'
            : showMoney(penceOf(costs.cost)),
        costs === null
          ? 'What it costs to run the market for a year, divided by the number of projects and credit requirements registered in that year.'
          : `What it costs to run the market for a year (${showMoney(penceOf(costs.runningCost))}), divided by the number of projects and credit requirements registered in the last year (${costs.registrations}).`,
      )}
      ${figure(
        'Digital take-up',
        percent(takeUp.rate),
        `${takeUp.byThemselves} of ${takeUp.participations} registrations for rounds were made by people or their agents, not by the market operator for them.`,
      )}
    </ul>
    <p><a href="${readServiceFigures.path}">JSON for programs</a></p>
  </section>`
