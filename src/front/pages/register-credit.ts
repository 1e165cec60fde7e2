import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { credit } from '#contract/credit'
import type { FoundInRegister, PublicCredit } from '#contract/public-register'
import { nameWithUnits, UNIT_NAMES } from '#domain/credit-type'
import { readSerial } from '#domain/credit'
import { type Day, showDay } from '#domain/dates'
import { DISTINCTIVENESS_LABELS } from '#domain/habitat'
import { wholeScheduleText } from '#domain/schedule'
import { quantityOf, unitsOf } from '#domain/units'
import { type Html, html, type Part } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { partOf, registerPage } from '../register/frame.ts'
import { dayForm } from '../register/list-parts.ts'
import { badge, habitatOf, linkTo, meanings, serialsOf, units } from '../register/words.ts'
import { factsOf, tableOf } from '../table.ts'

const holderText = ({ holder, isReserved }: PublicCredit, asked: Day | undefined): Part => {
  if (holder.kind === 'project')
    return html`${isReserved ? 'Nobody yet: it is kept in reserve' : 'Nobody yet: it is unsold'}, at the
    project ${linkTo('projects', holder, asked)}`
  const about = [holder.planningRef && `planning reference ${holder.planningRef}`, holder.lpa?.name]
  return html`${linkTo('requirements', holder, asked)},
  ${[holder.type === 'Investor' ? 'an investment' : 'a development', ...about].filter(Boolean).join(', ')}`
}

/** What a serial says, in words. */
const readOut = (serial: string): Html | null => {
  const read = readSerial(serial)
  if (!read) return null
  const { first, last, day } = read
  return html`<p class="measure">
    <span class="serial">${serial}</span> names ${units(quantityOf(last - first + 1))} units as they are from
    ${showDay(day)} on: the ten-thousandths of a unit from ${first.toLocaleString('en-GB')} to
    ${last.toLocaleString('en-GB')} of one service. The letters say of which kind: B biodiversity, N nitrogen,
    P phosphorous.
  </p>`
}

/** The credit that holds the units which a serial names: who holds it, what it is, and all that has happened to it. */
export const registerCredit = (serial: string, it: PublicCredit, asked: Day | undefined): FrontPage => {
  const path = `/register/credits/${encodeURIComponent(serial)}`
  const isPart = !it.serials.includes(serial)
  return registerPage({
    title: serial,
    description: `Who holds the units with serial ${serial}, and all that has happened to them`,
    path,
    before: html`<p class="register-status">${badge({ ...credit.statuses[it.status], label: it.label })}</p>`,
    lead: html`${units(it.units)} ${UNIT_NAMES[it.creditType]} as at
    ${showDay(it.on)}${it.project && html`, supplied by ${linkTo('projects', it.project, asked)}`}.`,
    body: html`${partOf(
      'Who holds it',
      html`<p class="holder">${holderText(it, asked)}</p>
        ${
          isPart &&
          html`<p>
            The units you asked for lie in a larger credit, ${serialsOf(it.serials)}, and share its holder and
            history.
          </p>`
        }
        <p class="small quiet measure">
          The register names the development, investment or project that holds units, never the person or
          company behind it.
        </p>`,
    )}
    ${partOf(
      'History',
      tableOf(
        'History of the units',
        [
          { title: 'Day', cell: ({ at }) => html`<time datetime="${at}">${showDay(at)}</time>` },
          { title: 'What happened', cell: ({ title }) => title },
          { title: `Units on ${showDay(it.on)}`, isNumber: true, cell: one => units(one.units) },
          {
            title: 'Serials',
            cell: ({ serials }) => serialsOf(serials),
          },
        ],
        it.history,
        { isList: true },
      ),
    )}
    ${partOf(
      'About the units',
      html`${factsOf([
        ['Credit type', nameWithUnits(it.creditType)],
        ['Term', it.isPermanent ? 'For ever' : `${it.years} years`],
        [
          'Units over time',
          wholeScheduleText(it.unitsPerPeriod.map(one => ({ ...one, units: unitsOf(one.units) }))),
        ],
        ['Habitat', habitatOf(it.broadHabitat, it.habitatType)],
        ['Distinctiveness', it.distinctiveness && DISTINCTIVENESS_LABELS[it.distinctiveness]],
        ['Serials', serialsOf(it.serials)],
        [PROJECT_COLUMNS.gainSiteRef.label, it.gainSiteRef],
        [REQUIREMENT_COLUMNS.allocationRef.label, it.allocationRef],
        ['Market round', html`<a href="/rounds/${it.round.id}">${it.round.name}</a>`],
      ])}
      ${dayForm(path, it.on)} ${readOut(serial)}`,
    )}
    ${meanings(['holding', 'rights created', 'rights allocated', 'issued', 'redeemed', 'retired', 'reserve'])}`,
  })
}

/** Units that several credits hold between them: which. */
export const registerParts = (serial: string, parts: readonly FoundInRegister[]): FrontPage =>
  registerPage({
    title: serial,
    description: `Which credits hold the units with serial ${serial}`,
    path: `/register/credits/${encodeURIComponent(serial)}`,
    lead: 'No single credit holds all of these units. Those below hold some of them, or hold them from another day on.',
    body: tableOf(
      'Credits with some of these units',
      [
        {
          title: 'Serial',
          cell: one =>
            html`<span class="serial"
              >${linkTo('credits', { id: one.name, name: one.name }, undefined)}</span
            >`,
        },
        { title: 'Status', cell: ({ status }) => status },
        { title: 'How they lie', cell: ({ why }) => why },
      ],
      parts,
      { isList: true },
    ),
  })
