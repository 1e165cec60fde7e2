import {
  type EstimatedNeedView,
  type NeedEstimate,
  type NeedEstimateQuery,
  readNeedEstimate,
} from '#contract/public/estimates'
import { withQuery } from '#contract/kit/endpoint'
import type { PublicRound } from '#contract/public/public'
import { NEED_DESK_PAGE, NEED_WORKBOOK_PAGE } from '#contract/public/public-pages'
import { UNIT_NAMES } from '#domain/values/credit-type'
import { TOWNS_ATTRIBUTION } from '#domain/place/attribution'
import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { DISTINCTIVENESS_WORDS } from '@credit-market/habitat-metric/habitat'
import { habitatTypeOf } from '@credit-market/habitat-metric/habitat-rules'
import type { Day } from '@credit-market/values/dates'
import { deskForm, habitatChoices, habitatField } from '../desk/form.ts'
import { noPriceText, rangeText, reachText, unitPriceText } from '../desk/messages.ts'
import { fileForm } from '../desk/file-form.ts'
import { saveEstimateForm } from '../desk/save-form.ts'
import { figureCard, howEstimated, nextRounds, roundsNearby } from '../desk/range.ts'
import { type Html, html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { exactUnits } from '../register/words.ts'

/** Content of the need desk: what was typed, and the estimate or the errors. */
export interface NeedDeskView {
  typed: NeedEstimateQuery
  estimate?: NeedEstimate
  errors: Readonly<Partial<Record<keyof NeedEstimateQuery, string>>>
  /** All published rounds, for a desk without an estimate, and the day. */
  rounds: readonly PublicRound[]
  today: Day
  /** Address at which people join. */
  joinAt: string
  /** Content of a refused form to save the estimate, and the error. */
  save?: { email: string; error: string } | undefined
  /** Place of a refused form with a workbook, and the error. */
  workbook?: { place: string; error: string } | undefined
}

const EXAMPLES: readonly (readonly [label: string, query: NeedEstimateQuery])[] = [
  ['4.2 biodiversity units near Taunton', { place: 'Taunton', biodiversity: '4.2' }],
  ['120 kg of nitrogen a year in the Test catchment', { place: 'Test', nitrogen: '120' }],
]

const amountText = ({ creditType, units }: EstimatedNeedView): string =>
  `${exactUnits(units)} ${UNIT_NAMES[creditType]}`

const rareHabitatNote = (id: string | undefined): Html | false => {
  const habitat = habitatTypeOf(id)
  if (!habitat) return false
  const { label, distinctiveness } = habitat
  const isRare = distinctiveness === 'High' || distinctiveness === 'VeryHigh'
  return html`${label} has ${DISTINCTIVENESS_WORDS[distinctiveness]} distinctiveness.
  ${
    isRare
      ? 'Only units of the same habitat can make up for it, and they usually cost more than this range, which covers all habitats together.'
      : 'This range covers all habitats together.'
  }`
}

const nearbyText = ({ nearby, creditType }: EstimatedNeedView): Html =>
  nearby === null
    ? html`To see unsold units, enter a
      ${isNutrient(creditType) ? 'grid reference or a subcatchment' : 'town or a planning authority'}.`
    : nearby.units > 0
      ? html`<a href="${nearby.register}">${exactUnits(nearby.units)} ${UNIT_NAMES[creditType]}</a> from
          earlier rounds are certified and unsold in this area.`
      : html`No certified units from earlier rounds are unsold in this area.`

const needCard = (need: EstimatedNeedView, { place, habitat }: NeedEstimate): Html => {
  const { creditType, price, total } = need
  const heading = amountText(need)
  if (!price || !total)
    return figureCard(heading, 'No published price yet', [noPriceText(creditType), nearbyText(need)])
  return figureCard(heading, rangeText(total), [
    unitPriceText(creditType, price),
    reachText(price, place.label),
    creditType === 'Biodiversity' && habitat !== null && rareHabitatNote(habitat.id),
    nearbyText(need),
  ])
}

const placeText = ({ place }: NeedEstimate): string =>
  [
    place.label,
    ...place.subcatchments
      .map(({ name }) => `subcatchment ${name}`)
      .filter(() => place.lpa !== null && place.subcatchments.length === 1),
    ...place.catchments.filter(name => name !== place.label).map(name => `catchment ${name}`),
  ].join(' · ')

const result = (estimate: NeedEstimate, { typed, joinAt, save }: NeedDeskView): Html =>
  html`<section class="part" aria-labelledby="estimate">
      <h2 id="estimate">Your estimate</h2>
      <p>${placeText(estimate)}</p>
      <ul class="cards desk-figures" role="list">
        ${estimate.needs.map(need => needCard(need, estimate))}
      </ul>
    </section>
    <section class="part">
      <h2>What to do next</h2>
      ${roundsNearby(estimate.rounds, estimate.on, 'buyers')}
      <p class="start-ways">
        <a class="button button-primary" href="${joinAt}">Sign up to buy or invest</a>
        <a class="button button-plain" href="/practice">Try out a bid</a>
      </p>
    </section>
    ${saveEstimateForm({ action: NEED_DESK_PAGE, answers: typed, ...save })}`

const FOR_INVESTORS = html`<section class="part">
  <h2>Do you want to invest?</h2>
  <p class="measure">
    Enter an area and the units that you would buy. Investors bid in the same rounds as developers, and the
    same rule sets their prices.
  </p>
</section>`

const startHere = (): Html =>
  html`<section class="part">
    <h2>Examples</h2>
    <ul class="plain-list">
      ${EXAMPLES.map(([label, query]) => html`<li><a href="${withQuery(NEED_DESK_PAGE, { ...query })}">${label}</a></li>`)}
    </ul>
  </section>`

const workbookForm = (refused: NeedDeskView['workbook']): Html =>
  fileForm({
    action: NEED_WORKBOOK_PAGE,
    id: 'workbook',
    heading: 'Do you have a workbook?',
    about: html`Upload the workbook of the biodiversity metric (4.0, 4.1 or statutory) or Natural England’s
    nutrient budget calculator, saved in Excel. We read what your development has to buy, and keep no copy.`,
    place: refused?.place,
    label: 'Workbook (xlsx or xlsm)',
    accept: '.xlsx,.xlsm',
    error: refused?.error,
    button: 'Estimate from the workbook',
  })

/** Need desk: estimates what the credits of a development are likely to cost. */
export const needDeskPage = (view: NeedDeskView): PublicPage => {
  const { typed, errors, estimate } = view
  const about = (name: keyof NeedEstimateQuery) => ({ name, typed: typed[name], error: errors[name] })
  return {
    title: 'What credits are likely to cost',
    description:
      'Estimate what biodiversity units, nitrogen and phosphorous credits for a development are likely to cost, from published prices.',
    body: html`<h1>What credits are likely to cost</h1>
      <p class="lead measure">
        Enter where your development is and what it needs. You get a likely price and what is available
        nearby. You do not need an account, and we store what you enter only if you ask us to email you.
      </p>
      ${deskForm(
        NEED_DESK_PAGE,
        [
          {
            ...about('place'),
            label: 'Where do you need the credits?',
            hint: 'A town, a planning authority, a catchment, or a grid reference such as ST 228 245',
          },
          {
            ...about('biodiversity'),
            label: 'Biodiversity units',
            hint: 'From your metric, such as 4.2. Leave it empty if you need none',
            isNumber: true,
          },
          habitatField({
            ...about('habitat'),
            label: 'Habitat of these units, if you know it',
            hint: 'Such as Lowland meadows',
          }),
          {
            ...about('nitrogen'),
            label: 'Nitrogen, kg a year',
            hint: 'From your nutrient budget, such as 120',
            isNumber: true,
          },
          {
            ...about('phosphorous'),
            label: 'Phosphorus, kg a year',
            hint: 'From your nutrient budget, such as 2.5',
            isNumber: true,
          },
        ],
        'Estimate the price',
      )}
      ${habitatChoices()} ${workbookForm(view.workbook)}
      ${estimate ? result(estimate, view) : html`${startHere()} ${FOR_INVESTORS} ${nextRounds(view.rounds, view.today, 'buyers')}`}
      ${howEstimated(
        [
          'A nutrient price covers lasting and temporary credits together. Credits for a few years only usually cost less for each kg a year.',
          html`Towns: ${TOWNS_ATTRIBUTION}`,
        ],
        estimate && withQuery(readNeedEstimate.path, typed),
      )}`,
  }
}
