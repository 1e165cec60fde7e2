import { readServiceFigures, type ServiceFigures } from '#contract/service'
import { showDay } from '#domain/dates'
import { penceOf, showMoney } from '#domain/money'
import { FEWEST_ANSWERS } from '#domain/satisfaction'
import { type Html, html } from './html.ts'

const percent = (rate: number | null): string =>
  rate === null ? 'Nothing to tell yet' : `${Math.round(100 * rate)}%`

const figure = (label: string, value: string, meaning: string | Html): Html =>
  html`<li class="card">
    <h3>${label}</h3>
    <p class="price-now">${value}</p>
    <p class="price-note">${meaning}</p>
  </li>`

/** The four figures by which public services are measured, each with what it means. */
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
      The four figures of the Service Standard as at ${showDay(on)}, counted from the books and the trail of
      the market. Nobody is followed: there are no trackers.
    </p>
    <ul class="cards" role="list">
      ${figure(
        'Completion rate',
        percent(completion.rate),
        `Of all projects and credit requirements that somebody began, those that were registered: ${completion.registered} of ${completion.begun}.`,
      )}
      ${figure(
        'User satisfaction',
        satisfaction.satisfied === null ? 'Too few answers yet' : percent(satisfaction.satisfied),
        html`Of the answers of the last year to one question, those that were satisfied or very satisfied:
          ${satisfaction.answers} ${satisfaction.answers === 1 ? 'answer' : 'answers'} so far, told from
          ${FEWEST_ANSWERS} on. <a href="/feedback">Answer it</a>.`,
      )}
      ${figure(
        'Cost per transaction',
        costs === null
          ? 'Not published yet'
          : costs.cost === null
            ? 'Nothing to tell yet'
            : showMoney(penceOf(costs.cost)),
        costs === null
          ? 'What running the market costs its operator in a year, for each project and credit requirement registered in it.'
          : `What running the market costs its operator in a year, ${showMoney(penceOf(costs.runningCost))}, for each project and credit requirement registered in the last: ${costs.registrations}.`,
      )}
      ${figure(
        'Digital take-up',
        percent(takeUp.rate),
        `Of all registrations for rounds, those that people or their agents made themselves, and not the market operator for them: ${takeUp.byThemselves} of ${takeUp.participations}.`,
      )}
    </ul>
    <p><a href="${readServiceFigures.path}">The same for programs</a></p>
  </section>`
