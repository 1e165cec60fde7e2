import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { credit } from '#contract/credit/credit'
import type { RegisterHit, PublicCredit } from '#contract/public/public-register'
import { creditTypeWithUnit, UNIT_NAMES } from '#domain/values/credit-type'
import { parseSerial } from '#domain/credit/credit'
import { type Day, showDay } from '@credit-market/values/dates'
import { showWholeNumber } from '@credit-market/values/formats'
import { DISTINCTIVENESS_LABELS } from '@credit-market/habitat-metric/habitat'
import { wholeScheduleText } from '#domain/steps/schedule'
import { unitsToNumber, toUnits } from '@credit-market/values/units'
import { type Html, html, type HtmlPart } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { pageSection, registerPage } from '../register/frame.ts'
import { dateForm } from '../register/list-parts.ts'
import {
  statusBadge,
  habitatOf,
  recordLink,
  termMeanings,
  serialsOf,
  exactUnits,
  replacingBadges,
  unsoundBadges,
} from '../register/words.ts'
import { factsList, htmlTable } from '../table.ts'

const holderText = ({ holder, isReserved, replacing }: PublicCredit, asked: Day | undefined): HtmlPart => {
  if (holder.kind === 'project')
    return html`No one yet: the units are
    ${isReserved ? 'in reserve' : 'unsold'}${
      replacing.length > 0 && ', and some replace failed units of others, as named above'
    }.
    They are supplied by ${recordLink('projects', holder, asked)}.`
  const about = [holder.planningRef && `planning reference ${holder.planningRef}`, holder.lpa?.name]
  return html`${recordLink('requirements', holder, asked)},
  ${[holder.type === 'Investor' ? 'an investment' : 'a development', ...about].filter(Boolean).join(', ')}`
}

/** Parts of a serial in words. */
const readOut = (serial: string): Html | null => {
  const read = parseSerial(serial)
  if (!read) return null
  const { first, last, day } = read
  return html`<p class="measure">
    The serial <span class="num">${serial}</span> identifies ${exactUnits(unitsToNumber(last - first + 1))}
    units from ${showDay(day)} on. A service is numbered in ten-thousandths of a unit, and these are numbers
    ${showWholeNumber(first)} to ${showWholeNumber(last)}. The first character shows the credit type: B is
    biodiversity, N is nitrogen and P is phosphorous.
  </p>`
}

/** Credit whose units contain a serial: its holder, its type and its history. */
export const registerCreditPage = (serial: string, it: PublicCredit, asked: Day | undefined): PublicPage => {
  const path = `/register/credits/${encodeURIComponent(serial)}`
  const isPart = !it.serials.includes(serial)
  return registerPage({
    title: serial,
    description: `Who holds the units with serial ${serial}, and their history`,
    path,
    before: html`<p class="register-status">
      ${statusBadge({ ...credit.statuses[it.status], label: it.label })} ${unsoundBadges(it)}
      ${replacingBadges(it.replacing)}
    </p>`,
    lead: html`${exactUnits(it.units)} ${UNIT_NAMES[it.creditType]} as at
    ${showDay(it.on)}${it.project && html`, supplied by ${recordLink('projects', it.project, asked)}`}.`,
    body: html`${pageSection(
      'Who holds these units',
      html`<p class="holder">${holderText(it, asked)}</p>
        ${
          isPart &&
          html`<p>
            These units are part of a larger credit, ${serialsOf(it.serials)}, with the same holder and
            history.
          </p>`
        }
        <p class="small quiet measure">
          The register names the development, investment or project that holds the units. It never names the
          person or company behind it.
        </p>`,
    )}
    ${pageSection(
      'History',
      htmlTable(
        'History of the units',
        [
          { title: 'Date', cell: ({ at }) => html`<time datetime="${at}">${showDay(at)}</time>` },
          { title: 'What happened', cell: ({ title }) => title },
          { title: `Units on ${showDay(it.on)}`, isNumber: true, cell: one => exactUnits(one.units) },
          {
            title: 'Serials',
            cell: ({ serials }) => serialsOf(serials),
          },
        ],
        it.history,
        { isList: true },
      ),
    )}
    ${pageSection(
      'About the units',
      html`${factsList([
        ['Credit type', creditTypeWithUnit(it.creditType)],
        ['Term', it.isPermanent ? 'Permanent' : `${it.years} years`],
        [
          'Units over time',
          wholeScheduleText(it.unitsPerPeriod.map(one => ({ ...one, units: toUnits(one.units) }))),
        ],
        ['Habitat', habitatOf(it.broadHabitat, it.habitatType)],
        ['Distinctiveness', it.distinctiveness && DISTINCTIVENESS_LABELS[it.distinctiveness]],
        ['Serials', serialsOf(it.serials)],
        [PROJECT_COLUMNS.gainSiteRef.label, it.gainSiteRef],
        [REQUIREMENT_COLUMNS.allocationRef.label, it.allocationRef],
        ['Market round', html`<a href="/rounds/${it.round.id}">${it.round.name}</a>`],
      ])}
      ${dateForm(path, it.on)} ${readOut(serial)}`,
    )}
    ${termMeanings(['holding', 'rights created', 'rights allocated', 'issued', 'redeemed', 'retired', 'reserve'])}`,
  })
}

/** Credits that hold parts of the units of a serial. */
export const partialCreditsPage = (serial: string, parts: readonly RegisterHit[]): PublicPage =>
  registerPage({
    title: serial,
    description: `Credits that contain the units with serial ${serial}`,
    path: `/register/credits/${encodeURIComponent(serial)}`,
    lead: 'No single credit has all of these units. Each credit below has some of them, or has them from a different date.',
    body: htmlTable(
      'Credits with some of these units',
      [
        {
          title: 'Serial',
          cell: one =>
            html`<span class="num"
              >${recordLink('credits', { id: one.name, name: one.name }, undefined)}</span
            >`,
        },
        { title: 'Status', cell: ({ status }) => status },
        { title: 'Units in common', cell: ({ why }) => why },
      ],
      parts,
      { isList: true },
    ),
  })
