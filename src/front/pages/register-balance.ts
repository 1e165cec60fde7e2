import type { BalanceSheet } from '#contract/balance'
import type { Named } from '#contract/values'
import { showDay } from '#domain/dates'
import { html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { SHEET_TERMS, sheetTable } from '../register/balance.ts'
import { partOf, registerPage } from '../register/frame.ts'
import { type Asked, downloadsOf, filterForm } from '../register/list-parts.ts'
import { countOf, meanings } from '../register/words.ts'

/** The balance sheet of the whole register as at a day, or of one round. */
export const registerBalance = (asked: Asked, sheet: BalanceSheet, rounds: readonly Named[]): FrontPage => {
  const path = '/register/balance'
  const credits = sheet.types.reduce((sum, type) => sum + type.credits, 0)
  return registerPage({
    title: 'Balance sheet',
    description: 'Where every certified unit of the market stands on a day',
    path,
    lead: html`Where every unit of the register stands as at ${showDay(sheet.on)}: each in exactly one line,
    and all lines together are what has been certified. ${countOf(credits, 'credit')} are counted.`,
    body: html`${filterForm(path, asked, {
      on: sheet.on,
      choices: [{ name: 'marketRoundId', label: 'Market round', options: rounds }],
      sorts: [],
    })}
    ${sheetTable(sheet)}
    ${partOf(
      'What is counted',
      html`<p class="measure">
        The units that are in force on the day, by where they stand in the register today. Units whose term
        has ended count no more; those that begin later do not count yet.
      </p>`,
    )}
    ${downloadsOf('balance', asked, 'the balance sheet')} ${meanings(SHEET_TERMS)}`,
  })
}
