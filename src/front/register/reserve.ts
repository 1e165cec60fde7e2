import { CASE_RULES_PAGE } from '#contract/public/public-pages'
import type { ReserveSheet } from '#contract/public/public-reserve'
import { creditTypeWithUnit } from '#domain/values/credit-type'
import { englishNumberFormat } from '@credit-market/values/formats'
import { type Html, html } from '../html.ts'
import { htmlTable } from '../table.ts'
import { exactUnits } from './words.ts'

const percent = englishNumberFormat({ style: 'percent', maximumFractionDigits: 1 })
const shareText = (share: number | null): string =>
  share === null ? 'Nothing to cover' : percent.format(share)

/** Table of how far the reserve of each market goes, with what its figures mean. */
export const reserveTable = ({ items }: ReserveSheet): Html =>
  html`${htmlTable(
      'How far the reserve goes',
      [
        { title: 'Market', cell: ({ market }) => market.name },
        { title: 'Credit type', cell: ({ creditType }) => creditTypeWithUnit(creditType) },
        { title: 'In reserve', isNumber: true, cell: ({ reserve }) => exactUnits(reserve) },
        { title: 'Outstanding', isNumber: true, cell: ({ outstanding }) => exactUnits(outstanding) },
        {
          title: 'Share of outstanding',
          isNumber: true,
          cell: ({ shareOfOutstanding }) => shareText(shareOfOutstanding),
        },
        {
          title: 'Largest project covered',
          isNumber: true,
          cell: ({ shareOfLargest }) => shareText(shareOfLargest),
        },
      ],
      items,
      { isList: true },
    )}
    <p class="measure">
      The reserve is there in case projects fail. We count the units in reserve that have not failed and
      replace no others. Outstanding units are those that someone holds and that are delivered. The last
      column compares the units that rest on the largest project with the reserve of all other projects. It
      leaves out where the units are and which habitats they supply, so in a real failure the reserve may
      cover less. <a href="${CASE_RULES_PAGE}#remedies">How the reserve is used</a>
    </p>`
