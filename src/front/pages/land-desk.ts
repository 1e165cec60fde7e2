import { type LandEstimate, type LandEstimateQuery, readLandEstimate } from '#contract/public/estimates'
import { withQuery } from '#contract/kit/endpoint'
import type { PublicRound } from '#contract/public/public'
import { LAND_DESK_PAGE } from '#contract/public/public-pages'
import { TOWNS_ATTRIBUTION } from '#domain/place/attribution'
import { CONDITION_LABELS, CONDITIONS } from '@credit-market/habitat-metric/habitat'
import type { Day } from '@credit-market/values/dates'
import { penceOf, showMoney } from '@credit-market/values/money'
import { showUnits, toUnits } from '@credit-market/values/units'
import { deskForm, habitatChoices, habitatField } from '../desk/form.ts'
import { landOptionTables, optionName, yearsText } from '../desk/land-options.ts'
import { buyersPayingText, rangeText } from '../desk/messages.ts'
import { placeMap } from '../desk/place-map.ts'
import { saveEstimateForm } from '../desk/save-form.ts'
import { figureCard, howEstimated, nextRounds, roundsNearby } from '../desk/range.ts'
import { type Html, html } from '../html.ts'
import type { PublicPage } from '../layout.ts'

/** Content of the land desk: what was typed, and the estimate or the errors. */
export interface LandDeskView {
  typed: LandEstimateQuery
  estimate?: LandEstimate
  errors: Readonly<Partial<Record<keyof LandEstimateQuery, string>>>
  /** All published rounds, for a desk without an estimate, and the day. */
  rounds: readonly PublicRound[]
  today: Day
  /** Address at which people join. */
  joinAt: string
  /** Content of a refused form to save the estimate, and the error. */
  save?: { email: string; error: string } | undefined
}

const EXAMPLES: readonly (readonly [label: string, query: LandEstimateQuery])[] = [
  ['6.5 hectares of cereals near Martock', { place: 'Martock', hectares: '6.5', now: 'Cereal crops' }],
  [
    '3 hectares of poor grass near Winchester',
    { place: 'Winchester', hectares: '3', now: 'Modified grassland', condition: 'Poor' },
  ],
]

const bestCard = ({ options }: LandEstimate): Html => {
  const [best] = options
  if (best?.creditType !== 'Biodiversity')
    return figureCard('Biodiversity units', 'None', [
      'The statutory metric gives no units for any of the habitats that we compare, because the habitat that is there now is already worth as much.',
    ])
  const units = `${showUnits(toUnits(best.units.high))} biodiversity units, fully grown after ${yearsText(best)} years.`
  const { income, perHectareAndYear } = best
  return income && perHectareAndYear
    ? figureCard(optionName(best), rangeText(income), [
        units,
        `${rangeText(perHectareAndYear)} for each hectare and year, over 30 years.`,
      ])
    : figureCard(optionName(best), 'No published price yet', [units])
}

const chanceCard = ({ chance, prices }: LandEstimate): Html | false => {
  const price = prices.find(({ creditType }) => creditType === 'Biodiversity')?.price
  if (!chance || !price) return false
  const { asked, buyersPaying, habitat, tried } = chance
  const source = [price.market?.name, price.round?.name].filter(Boolean).join(', ')
  const paid = `of the buyers in ${source} paid this price or more.`
  const heading = `An offer at ${showMoney(penceOf(asked))} per unit`
  return tried.length > 0
    ? figureCard(heading, triedText(tried), [
        ...tried.map(
          ({ market, round }) =>
            html`We ran the <a href="/rounds/${round.id}/match">published match</a> of ${market},
              ${round.name} again with an offer of ${habitat?.name} at each of its places. Places have made-up
              names there, so we cannot say which is yours.`,
        ),
        `${buyersPayingText(buyersPaying)} ${paid}`,
      ])
    : figureCard(heading, buyersPayingText(buyersPaying), [
        paid,
        'An offer needs such buyers, for its habitat and at its place, to win. No match with habitats is published for this place, so no one outside can run one again with your offer.',
      ])
}

const triedText = (tried: NonNullable<LandEstimate['chance']>['tried']): string => {
  const sum = (of: 'places' | 'won') => tried.reduce((all, one) => all + one[of], 0)
  return `Would have won at ${sum('won')} of ${sum('places')} places`
}

const result = (estimate: LandEstimate, { typed, joinAt, save }: LandDeskView): Html =>
  html`<section class="part" aria-labelledby="estimate">
      <h2 id="estimate">Your estimate</h2>
      <p>
        ${estimate.place.label} · ${showUnits(toUnits(estimate.hectares))} ha · now
        ${estimate.now.name}${estimate.now.condition !== null && `, ${CONDITION_LABELS[estimate.now.condition].toLowerCase()} condition`}
      </p>
      <ul class="cards desk-figures" role="list">
        ${bestCard(estimate)} ${chanceCard(estimate)}
      </ul>
    </section>
    ${landOptionTables(estimate)}
    <section class="part">
      <h2>What to do next</h2>
      ${roundsNearby(estimate.rounds, estimate.on, 'suppliers')}
      <p class="start-ways">
        <a class="button button-primary" href="${joinAt}">Sign up to offer land</a>
        <a class="button button-plain" href="/practice">Try out an offer</a>
      </p>
    </section>
    ${saveEstimateForm({ action: LAND_DESK_PAGE, answers: typed, ...save })}`

const costsText = (estimate: LandEstimate | undefined): string => {
  const costs = estimate?.costs
  return costs
    ? `In ${costs.market}, ${costs.round.name}, maintenance, monitoring and the market operator made up ${Math.round(100 * costs.share)}% of what half of the winning projects asked, or more.`
    : 'No costs are published that we could show for this place.'
}

const startHere = (): Html =>
  html`<section class="part">
    <h2>Examples</h2>
    <ul class="plain-list">
      ${EXAMPLES.map(([label, query]) => html`<li><a href="${withQuery(LAND_DESK_PAGE, { ...query })}">${label}</a></li>`)}
    </ul>
  </section>`

/** Land desk: estimates what land is likely to earn. */
export const landDeskPage = (view: LandDeskView): PublicPage => {
  const { typed, errors, estimate } = view
  const about = (name: keyof LandEstimateQuery) => ({ name, typed: typed[name], error: errors[name] })
  return {
    title: 'What your land can earn',
    description:
      'Estimate how many biodiversity units and nutrient credits land can give, and what buyers are likely to pay for them.',
    scripts: ['place-map'],
    body: html`<h1>What your land can earn</h1>
      <p class="lead measure">
        Enter where your land is and what is there now. You get the units that new habitat would give and what
        buyers are likely to pay. You do not need an account, and we store what you enter only if you ask us
        to email you.
      </p>
      ${deskForm(
        LAND_DESK_PAGE,
        [
          {
            ...about('place'),
            label: 'Where is the land?',
            hint: 'A town, a planning authority, or a grid reference such as ST 228 245',
            besides: placeMap('place'),
          },
          { ...about('hectares'), label: 'Area, hectares', hint: 'Such as 6.5', isNumber: true },
          habitatField({
            ...about('now'),
            label: 'What is there now?',
            hint: 'Such as wheat, pasture or Traditional orchards',
          }),
          {
            ...about('condition'),
            label: 'Its condition',
            hint: 'If crops grow there, leave this as it is',
            choices: [
              ['', 'Moderate, or I do not know'],
              ...CONDITIONS.filter(one => one !== 'Moderate').map(
                one => [one, CONDITION_LABELS[one]] as const,
              ),
            ],
          },
          habitatField({
            ...about('habitat'),
            label: 'What might grow there?',
            hint: 'Such as Lowland meadows. Leave it empty to compare usual habitats',
          }),
          {
            ...about('price'),
            label: 'Your asking price per unit, pounds',
            hint: 'With all costs, such as 20,000. You can leave it empty',
            isNumber: true,
          },
        ],
        'Estimate the income',
      )}
      ${habitatChoices()}
      ${estimate ? result(estimate, view) : html`${startHere()} ${nextRounds(view.rounds, view.today, 'suppliers')}`}
      ${howEstimated(
        [
          'Units are those of the statutory metric for the whole area: the new habitat minus the habitat that is there now, with low strategic significance and work that starts with the loss. A survey may give more or fewer.',
          `Payments are what buyers pay, before your costs. Work, maintenance, monitoring and the market operator’s costs come out of them. ${costsText(estimate)}`,
          'For nutrients, each kind of project takes a usual number of kilograms a year from a hectare; the range is wide, and a nutrient budget decides. The same land may not be sold twice.',
          html`Towns: ${TOWNS_ATTRIBUTION}`,
        ],
        estimate && withQuery(readLandEstimate.path, typed),
      )}`,
  }
}
