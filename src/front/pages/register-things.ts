import { withWords } from '#contract/endpoint'
import type { BalanceOfType, ProjectBalance } from '#contract/balance'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { CreditRow } from '#contract/credit'
import { project } from '#contract/project'
import type { PublicProjectView, PublicRequirementView } from '#contract/public-register'
import { requirement } from '#contract/requirement'
import type { DatedListOf } from '#contract/resource'
import { HOLDING_LABELS, HOLDINGS } from '#domain/balance'
import { type Day, showDay } from '#domain/dates'
import { CONDITION_LABELS, DISTINCTIVENESS_LABELS } from '#domain/habitat'
import { DURATION_LABELS } from '#domain/project'
import { NUTRIENT_NEED_LABELS } from '#domain/requirement'
import { scheduleText } from '#domain/schedule'
import { unitsOf } from '#domain/units'
import { type Html, html, type Part } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { leftCards, overTime, SHEET_TERMS, sheetTable } from '../register/balance.ts'
import { creditColumns } from '../register/credit-columns.ts'
import { partOf, registerPage } from '../register/frame.ts'
import { dayForm, downloadsOf } from '../register/list-parts.ts'
import { mapPicture, type Picture } from '../register/map-picture.ts'
import {
  badge,
  countOf,
  habitatOf,
  linkTo,
  meanings,
  placeOf,
  placeTold,
  publicFacts,
  typeOf,
  units,
} from '../register/words.ts'
import { factsOf, type TableColumn, tableOf } from '../table.ts'

const list = (items: readonly Part[]): Html | null =>
  items.length === 0
    ? null
    : html`<ul class="plain-list">
        ${items.map(item => html`<li>${item}</li>`)}
      </ul>`

/** The credits of one project or requirement: the first of them, and where all are. */
const creditsPart = (
  credits: DatedListOf<CreditRow>,
  of: 'projectId' | 'requirementId',
  id: string,
  on: Day | undefined,
): Html => {
  const label = `${countOf(credits.total, 'credit')}, as at ${showDay(credits.on)}`
  return html`${partOf(
    'Credits, by serial',
    html`${tableOf(label, creditColumns(on, of), credits.items, {
      caption: label,
      isList: true,
    })}
    ${
      credits.next !== null &&
      html`<p>
        <a href="${withWords('/register/credits', { [of]: id, on })}"
          >All ${countOf(credits.total, 'credit')}</a
        >
      </p>`
    }`,
  )}
  ${downloadsOf('credits', { [of]: [id], on }, `its ${countOf(credits.total, 'credit')}`)}`
}

/** What a page of one thing is told besides the thing: its credits, and the day that was asked for, if one was. */
interface Beside {
  credits: DatedListOf<CreditRow>
  asked: Day | undefined
}

type Service = PublicProjectView['services'][number]

const inTenThousandths = (period: Service['unitsPerPeriod'][number]) => ({
  ...period,
  units: unitsOf(period.units),
})

const servicesTable = (services: readonly Service[], on: Day): Html =>
  tableOf(
    'Services',
    [
      { title: 'What it supplies', cell: one => typeOf(one.creditType) },
      { title: 'Habitat', cell: one => habitatOf(one.broadHabitat, one.habitatType) },
      {
        title: 'Distinctiveness',
        cell: one => one.distinctiveness && DISTINCTIVENESS_LABELS[one.distinctiveness],
      },
      { title: 'Condition aimed at', cell: one => one.condition && CONDITION_LABELS[one.condition] },
      { title: 'Size', isNumber: true, cell: one => `${units(one.size)} ${one.sizeUnit.toLowerCase()}` },
      { title: 'Term', cell: one => DURATION_LABELS[one.duration] },
      { title: 'Begins', cell: one => showDay(one.mitigationBegins) },
      { title: 'Units', cell: one => scheduleText(one.unitsPerPeriod.map(inTenThousandths), on) },
      { title: 'Certified under', cell: one => one.standard?.name },
    ] satisfies TableColumn<Service>[],
    services,
    { isList: true },
  )

/** One project of the register: what is left of it first. */
export const registerProject = (
  it: PublicProjectView,
  balance: ProjectBalance,
  { credits, asked }: Beside,
  picture: Picture | null,
): FrontPage => {
  const path = `/register/projects/${encodeURIComponent(it.id)}`
  const supplies = it.credits.map(({ creditType }) => typeOf(creditType).toLowerCase()).join(' and ')
  return registerPage({
    title: it.name,
    description: `What is left of ${it.name}, ${placeOf(it)}: balance sheet, services, and credits by serial`,
    path,
    before: html`<p class="register-status">${badge(project.statuses[it.status])}</p>`,
    lead: `A project in ${placeOf(it)} that supplies ${supplies}.`,
    body: html`${partOf(
      'What is left',
      html`${leftCards(balance.types)} ${dayForm(path, it.on)} ${sheetTable(balance)}
      ${
        balance.services.length > 1 &&
        html`<details class="explained">
          <summary>Service by service</summary>
          ${serviceSheets(balance.services)}
        </details>`
      }
      ${overTime(balance.types)} ${meanings(SHEET_TERMS)}`,
    )}
    ${creditsPart(credits, 'projectId', it.id, asked)}
    ${partOf(
      'About the project',
      html`${factsOf([
          ['Kind of project', it.type?.name],
          ['Planning authority', it.lpa?.name],
          [PROJECT_COLUMNS.nca.label, it.nca?.name],
          [PROJECT_COLUMNS.subcatchment.label, it.subcatchment?.name],
          ['Place', placeTold(it.place)],
          ['Market round', html`<a href="/rounds/${it.round.id}">${it.round.name}</a>, ${it.round.market}`],
          ...publicFacts(PROJECT_COLUMNS, it),
          [
            'Planning references',
            list(
              it.references.map(
                one => html`${one.planningRef}: ${linkTo('requirements', one.requirement, asked)}`,
              ),
            ),
          ],
        ])}
        <p class="small quiet measure">
          Its place is given as precisely as its owner and the market let others know. Who owns it is not.
        </p>`,
    )}
    ${picture && partOf('The site', mapPicture(`The boundary of ${it.name}, north at the top`, picture))}
    ${partOf(
      'Services',
      html`<p class="measure">What is done on the land, each certified by itself.</p>
        ${servicesTable(it.services, it.on)}
        ${meanings(['distinctiveness', 'condition', 'standard', 'mitigation'])}`,
    )}`,
  })
}

type ServiceBalance = BalanceOfType & { name: string }

const serviceSheets = (services: readonly ServiceBalance[]): Html =>
  tableOf(
    'Service by service',
    [
      { title: 'Service', cell: ({ name }) => name },
      { title: 'Certified', isNumber: true, cell: ({ onDay }) => units(onDay.total) },
      ...HOLDINGS.map((holding): TableColumn<ServiceBalance> => ({
        title: HOLDING_LABELS[holding],
        isNumber: true,
        cell: ({ onDay }) => units(onDay[holding]),
      })),
    ] satisfies TableColumn<ServiceBalance>[],
    services,
  )

const needed = ({ units: ongoing, additionalUnits, creditType }: PublicRequirementView): string =>
  [
    ongoing !== null && `${units(ongoing)}${creditType === 'Biodiversity' ? '' : ' ongoing'}`,
    additionalUnits !== null && additionalUnits > 0 && `${units(additionalUnits)} additional`,
  ]
    .filter(Boolean)
    .join(', ')

/** One credit requirement of the register: what it needs, and the units that it holds. */
export const registerRequirement = (it: PublicRequirementView, { credits, asked }: Beside): FrontPage => {
  const path = `/register/requirements/${encodeURIComponent(it.id)}`
  const kind = it.type === 'Investor' ? 'An investment' : 'A development'
  return registerPage({
    title: it.name,
    description: `The units that ${it.name} holds, ${placeOf(it)}`,
    path,
    before: html`<p class="register-status">${badge(requirement.statuses[it.status])}</p>`,
    lead: html`${kind} in ${placeOf(it)} that holds
    ${it.balance.map(({ creditType, total }) => `${units(total)} ${typeOf(creditType).toLowerCase()}`).join(', ') || 'no units'}
    as at ${showDay(it.on)}.`,
    body: html`${partOf(
      'About the requirement',
      html`${factsOf([
          ...publicFacts(REQUIREMENT_COLUMNS, it),
          ['Planning authority', it.lpa?.name],
          [REQUIREMENT_COLUMNS.nca.label, it.nca?.name],
          [REQUIREMENT_COLUMNS.subcatchment.label, it.subcatchment?.name],
          ['Place', placeTold(it.place)],
          ['Credit type', typeOf(it.creditType)],
          ['Need', it.nutrientType && NUTRIENT_NEED_LABELS[it.nutrientType]],
          ['Units needed', needed(it)],
          ['Habitat', habitatOf(it.broadHabitat, it.habitatType)],
          ['Distinctiveness', it.distinctiveness && DISTINCTIVENESS_LABELS[it.distinctiveness]],
          [REQUIREMENT_COLUMNS.redemptionDate.label, it.redemptionDate && showDay(it.redemptionDate)],
          ['Allocation certificate', it.certificateDate && showDay(it.certificateDate)],
          ['Market round', html`<a href="/rounds/${it.round.id}">${it.round.name}</a>, ${it.round.market}`],
        ])}
        ${dayForm(path, it.on)}
        <p class="small quiet measure">
          The company or person behind it is not published, nor what was paid.
        </p>`,
    )}
    ${creditsPart(credits, 'requirementId', it.id, asked)}
    ${meanings(['planning reference', 'redemption date', 'units needed', 'rights created', 'rights allocated', 'issued', 'redeemed'])}`,
  })
}
