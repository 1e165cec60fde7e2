import type { BalanceSheet } from '#contract/kit/balance'
import type { ReserveSheet } from '#contract/public/public-reserve'
import type { IdAndName } from '#contract/kit/values'
import { showDay } from '@credit-market/values/dates'
import { showWholeNumber } from '@credit-market/values/formats'
import { html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { SHEET_TERMS, sheetTable } from '../register/balance.ts'
import { pageSection, registerPage } from '../register/frame.ts'
import { type RegisterQuery, downloadLinks, filterForm } from '../register/list-parts.ts'
import { reserveTable } from '../register/reserve.ts'
import { termMeanings } from '../register/words.ts'

/** Balance sheet of the whole register as at a date, or of one round. */
export const registerBalancePage = (
  asked: RegisterQuery,
  sheet: BalanceSheet,
  rounds: readonly IdAndName[],
  reserve: ReserveSheet,
): PublicPage => {
  const path = '/register/balance'
  const credits = sheet.types.reduce((sum, type) => sum + type.credits, 0)
  return registerPage({
    title: 'Balance sheet',
    description: 'Where every certified unit of the market is on a date',
    path,
    lead: html`This shows, as at ${showDay(sheet.on)}, where every unit in the register is. Each unit is in
    exactly one line, and the lines add up to the certified units. Credits counted:
    ${showWholeNumber(credits)}.`,
    body: html`${filterForm(path, asked, {
      on: sheet.on,
      choices: [{ name: 'marketRoundId', label: 'Market round', options: rounds }],
      sorts: [],
    })}
    ${sheetTable(sheet)}
    ${pageSection(
      'What we count',
      html`<p class="measure">
        We count the units that are in force on the date, by their status in the register today. We do not
        count units whose term has ended or that begin later.
      </p>`,
    )}
    ${reserve.items.length > 0 && pageSection('How far the reserve goes', reserveTable(reserve))}
    ${downloadLinks('balance', asked, 'the balance sheet')} ${termMeanings(SHEET_TERMS)}`,
  })
}
