import { SIZE_UNIT_SYMBOLS } from '#domain/project/service'
import { withQuery } from '#contract/kit/endpoint'
import type { BalanceOfType, ProjectBalance } from '#contract/kit/balance'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { CreditRow } from '#contract/credit/credit'
import { project } from '#contract/project/project'
import type { PublicProjectView, PublicRequirementView } from '#contract/public/public-register'
import { requirement } from '#contract/requirement/requirement'
import type { DatedListPage } from '#contract/kit/resource'
import { HOLDING_LABELS, HOLDINGS } from '#domain/credit/balance'
import { UNIT_NAMES } from '#domain/values/credit-type'
import { type Day, showDay } from '@credit-market/values/dates'
import { CONDITION_LABELS, DISTINCTIVENESS_LABELS } from '@credit-market/habitat-metric/habitat'
import { PROJECT_DURATION_LABELS } from '#domain/project/project'
import { NUTRIENT_NEED_LABELS } from '#domain/project/requirement'
import { scheduleText, wholeScheduleText } from '#domain/steps/schedule'
import { toUnits } from '@credit-market/values/units'
import { type Html, html, type HtmlPart } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { availableUnitsCards, balanceOverTime, SHEET_TERMS, sheetTable } from '../register/balance.ts'
import { creditColumns } from '../register/credit-columns.ts'
import { pageSection, registerPage } from '../register/frame.ts'
import { dateForm, downloadLinks } from '../register/list-parts.ts'
import { mapPicture, type MapPicture } from '../register/map-picture.ts'
import {
  statusBadge,
  countWithNoun,
  habitatOf,
  recordLink,
  termMeanings,
  placeOf,
  disclosedPlaceText,
  publicFacts,
  creditTypeLabel,
  exactUnits,
} from '../register/words.ts'
import { factsList, type TableColumn, htmlTable } from '../table.ts'

const list = (items: readonly HtmlPart[]): Html | null =>
  items.length === 0
    ? null
    : html`<ul class="plain-list">
        ${items.map(item => html`<li>${item}</li>`)}
      </ul>`

/** First credits of a project or requirement, with a link to all of them. */
const creditsPart = (
  credits: DatedListPage<CreditRow>,
  of: 'projectId' | 'requirementId',
  id: string,
  on: Day | undefined,
): Html => {
  const label = `${countWithNoun(credits.total, 'credit')}, as at ${showDay(credits.on)}`
  return html`${pageSection(
    'Credits, by serial',
    html`${htmlTable(label, creditColumns({ on: credits.on, asked: on }, of), credits.items, {
      caption: label,
      isList: true,
    })}
    ${
      credits.next !== null &&
      html`<p>
        <a href="${withQuery('/register/credits', { [of]: id, on })}"
          >All ${countWithNoun(credits.total, 'credit')}</a
        >
      </p>`
    }`,
  )}
  ${downloadLinks('credits', { [of]: [id], on }, countWithNoun(credits.total, 'credit'))}`
}

/** Data of a record's page in addition to the record: its credits, and the requested date, if any. */
interface RecordPageData {
  credits: DatedListPage<CreditRow>
  asked: Day | undefined
}

type Service = PublicProjectView['services'][number]

const inTenThousandths = (period: Service['unitsPerPeriod'][number]) => ({
  ...period,
  units: toUnits(period.units),
})

const servicesTable = (services: readonly Service[], on: Day): Html =>
  htmlTable(
    'Services',
    [
      { title: 'Credit type', cell: one => creditTypeLabel(one.creditType) },
      { title: 'Habitat', cell: one => habitatOf(one.broadHabitat, one.habitatType) },
      {
        title: 'Distinctiveness',
        cell: one => one.distinctiveness && DISTINCTIVENESS_LABELS[one.distinctiveness],
      },
      { title: 'Target condition', cell: one => one.condition && CONDITION_LABELS[one.condition] },
      {
        title: 'Size',
        isNumber: true,
        cell: one => `${exactUnits(one.size)} ${SIZE_UNIT_SYMBOLS[one.sizeUnit]}`,
      },
      { title: 'Term', cell: one => PROJECT_DURATION_LABELS[one.duration] },
      { title: 'Begins', cell: one => showDay(one.mitigationBegins) },
      { title: 'Units', cell: one => scheduleText(one.unitsPerPeriod.map(inTenThousandths), on) },
      { title: 'Certified under', cell: one => one.standard?.name },
    ] satisfies TableColumn<Service>[],
    services,
    { isList: true },
  )

/** Project of the register; the units still available come first. */
export const registerProjectPage = (
  it: PublicProjectView,
  balance: ProjectBalance,
  { credits, asked }: RecordPageData,
  picture: MapPicture | null,
): PublicPage => {
  const path = `/register/projects/${encodeURIComponent(it.id)}`
  const supplies = it.credits.map(({ creditType }) => creditTypeLabel(creditType)).join(', ')
  return registerPage({
    title: it.name,
    description: `Units still available from ${it.name}, ${placeOf(it)}: balance sheet, services, and credits by serial`,
    path,
    before: html`<p class="register-status">${statusBadge(project.statuses[it.status])}</p>`,
    lead: `A project in ${placeOf(it)}. It supplies: ${supplies}.`,
    body: html`${pageSection(
      'Units available',
      html`${availableUnitsCards(balance.types)} ${dateForm(path, it.on)} ${sheetTable(balance)}
      ${
        balance.services.length > 1 &&
        html`<details class="explained">
          <summary>Service by service</summary>
          ${serviceSheets(balance.services)}
        </details>`
      }
      ${balanceOverTime(balance.types)} ${termMeanings(SHEET_TERMS)}`,
    )}
    ${creditsPart(credits, 'projectId', it.id, asked)}
    ${pageSection(
      'About the project',
      html`${factsList([
          ['Project type', it.type?.name],
          ['Planning authority', it.lpa?.name],
          [PROJECT_COLUMNS.nca.label, it.nca?.name],
          [PROJECT_COLUMNS.subcatchment.label, it.subcatchment?.name],
          ['Place', disclosedPlaceText(it.place)],
          ['Market round', html`<a href="/rounds/${it.round.id}">${it.round.name}</a>, ${it.round.market}`],
          ...publicFacts(PROJECT_COLUMNS, it),
          [
            'Planning references',
            list(
              it.references.map(
                one => html`${one.planningRef}: ${recordLink('requirements', one.requirement, asked)}`,
              ),
            ),
          ],
        ])}
        <p class="small quiet measure">
          The place is as precise as its owner and the market allow. The owner is not published.
        </p>`,
    )}
    ${picture && pageSection('The site', mapPicture(`Boundary of ${it.name}, north at the top`, picture))}
    ${pageSection(
      'Services',
      html`<p class="measure">What the project does on the land. Each service is certified separately.</p>
        ${servicesTable(it.services, it.on)}
        ${termMeanings(['distinctiveness', 'condition', 'standard', 'mitigation'])}`,
    )}`,
  })
}

type ServiceBalance = BalanceOfType & { name: string }

const serviceSheets = (services: readonly ServiceBalance[]): Html =>
  htmlTable(
    'Service by service',
    [
      { title: 'Service', cell: ({ name }) => name },
      { title: 'Certified', isNumber: true, cell: ({ onDay }) => exactUnits(onDay.total) },
      ...HOLDINGS.map((holding): TableColumn<ServiceBalance> => ({
        title: HOLDING_LABELS[holding],
        isNumber: true,
        cell: ({ onDay }) => exactUnits(onDay[holding]),
      })),
    ] satisfies TableColumn<ServiceBalance>[],
    services,
  )

const needed = ({ units: ongoing, additionalUnits, creditType }: PublicRequirementView): string =>
  [
    ongoing !== null && `${exactUnits(ongoing)}${creditType === 'Biodiversity' ? '' : ' ongoing'}`,
    additionalUnits !== null && additionalUnits > 0 && `${exactUnits(additionalUnits)} additional`,
  ]
    .filter(Boolean)
    .join(', ')

/** Units that a requirement holds on a day; before they begin, their schedule, because "0.00" would say that it has none. */
const heldText = ({ balance, on }: PublicRequirementView, { items }: DatedListPage<CreditRow>): string => {
  const today = balance.filter(({ total }) => total > 0)
  const later = [...new Set(items.map(({ creditType }) => creditType))].map(creditType => {
    const periods = items
      .filter(one => one.creditType === creditType)
      .flatMap(({ unitsPerPeriod }) => unitsPerPeriod)
    const schedule = wholeScheduleText(periods.map(one => ({ ...one, units: toUnits(one.units) })))
    return `${UNIT_NAMES[creditType]}: ${schedule}`
  })
  return today.length > 0 || later.length === 0
    ? `Units held as at ${showDay(on)}: ${balance.map(({ creditType, total }) => `${exactUnits(total)} ${UNIT_NAMES[creditType]}`).join(', ') || 'none'}.`
    : `Units held, ${later.join('; ')}.`
}

/** Credit requirement of the register: its need and the units that it holds. */
export const registerRequirementPage = (
  it: PublicRequirementView,
  { credits, asked }: RecordPageData,
): PublicPage => {
  const path = `/register/requirements/${encodeURIComponent(it.id)}`
  const kind = it.type === 'Investor' ? 'An investment' : 'A development'
  return registerPage({
    title: it.name,
    description: `The units that ${it.name} holds, ${placeOf(it)}`,
    path,
    before: html`<p class="register-status">${statusBadge(requirement.statuses[it.status])}</p>`,
    lead: `${kind} in ${placeOf(it)}. ${heldText(it, credits)}`,
    body: html`${pageSection(
      'About the requirement',
      html`${factsList([
          ...publicFacts(REQUIREMENT_COLUMNS, it),
          ['Planning authority', it.lpa?.name],
          [REQUIREMENT_COLUMNS.nca.label, it.nca?.name],
          [REQUIREMENT_COLUMNS.subcatchment.label, it.subcatchment?.name],
          ['Place', disclosedPlaceText(it.place)],
          ['Credit type', creditTypeLabel(it.creditType)],
          ['Need', it.nutrientType && NUTRIENT_NEED_LABELS[it.nutrientType]],
          ['Units needed', needed(it)],
          ['Habitat', habitatOf(it.broadHabitat, it.habitatType)],
          ['Distinctiveness', it.distinctiveness && DISTINCTIVENESS_LABELS[it.distinctiveness]],
          [REQUIREMENT_COLUMNS.redemptionDate.label, it.redemptionDate && showDay(it.redemptionDate)],
          ['Allocation certificate', it.certificateDate && showDay(it.certificateDate)],
          ['Market round', html`<a href="/rounds/${it.round.id}">${it.round.name}</a>, ${it.round.market}`],
        ])}
        ${dateForm(path, it.on)}
        <p class="small quiet measure">
          We do not publish the company or person behind this requirement, or what they paid.
        </p>`,
    )}
    ${creditsPart(credits, 'requirementId', it.id, asked)}
    ${termMeanings(['planning reference', 'redemption date', 'units needed', 'rights created', 'rights allocated', 'issued', 'redeemed'])}`,
  })
}
