import type { Brand } from '#domain/brand'
import { type Html, html } from '../html.ts'

/** Who answers for the market: its legal name, or plainly that none has been entered. */
export const whoAnswers = ({ legalName }: Brand): Html =>
  legalName === null
    ? html`The market operator answers for it; its legal name has not been entered yet.`
    : html`${legalName} answers for it.`
