import type { Brand } from '#domain/people/brand'
import { type Html, html } from '../html.ts'

/**
 * Legal name of the organisation that is responsible for the market, or a plain statement that none has been
 * entered.
 */
export const responsibleOrganisationText = ({ legalName }: Brand): Html =>
  legalName === null
    ? html`The market operator is responsible for this market. The operator’s legal name has not been entered
      yet.`
    : html`${legalName} is responsible for this market.`
