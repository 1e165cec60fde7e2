import type { Brand } from '#domain/brand'
import { type Html, html } from '../html.ts'

/** Who answers for the market: its legal name, or plainly that none has been entered. */
export const whoAnswers = ({ name, legalName }: Brand): Html =>
  legalName === null
    ? html`${name} has not yet entered here the legal name of the organisation that answers for it.`
    : html`${legalName} answers for it.`
