import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'
import { type Html, html, trustedHtml } from '../html.ts'

/** A question of a desk with the typed text and its error, if any. */
export interface DeskField {
  name: string
  label: string
  hint: string
  typed: string | undefined
  error: string | undefined
  /** Id of the list of choices that the browser proposes. */
  list?: string
  isNumber?: true
  /** Choices of a question with few answers; the first stands for no answer. */
  choices?: readonly (readonly [value: string, label: string])[]
  /** Another way to answer, below the question. */
  besides?: Html
}

const HABITAT_LIST = 'habitats'

/** Choices of a question about a habitat: those that the market trades. */
export const habitatChoices = (): Html =>
  html`<datalist id="${HABITAT_LIST}">
    ${HABITAT_TYPES.map(({ label }) => html`<option value="${label}"></option>`)}
  </datalist>`

/** A question about a habitat, whose answers `habitatChoices` proposes. */
export const habitatField = (
  field: Pick<DeskField, 'name' | 'label' | 'hint' | 'typed' | 'error'>,
): DeskField => ({ ...field, list: HABITAT_LIST })

const describedBy = ({ name, error }: DeskField): Html =>
  html`aria-describedby="${name}-hint${error !== undefined && ` ${name}-error`}"
  ${error !== undefined && trustedHtml('aria-invalid="true"')}`

const choiceInput = (field: DeskField): Html =>
  html`<select class="input" id="${field.name}" name="${field.name}" ${describedBy(field)}>
    ${field.choices?.map(
      ([value, label]) =>
        html`<option value="${value}" ${value === field.typed && trustedHtml('selected')}>${label}</option>`,
    )}
  </select>`

const textInput = (field: DeskField): Html =>
  html`<input
    class="input ${field.isNumber && 'desk-number'}"
    id="${field.name}"
    name="${field.name}"
    value="${field.typed ?? ''}"
    maxlength="200"
    autocomplete="off"
    spellcheck="false"
    ${field.isNumber && trustedHtml('inputmode="decimal"')}
    ${field.list !== undefined && html`list="${field.list}"`}
    ${describedBy(field)}
  />`

const fieldInput = (field: DeskField): Html => {
  const { name, label, hint, error, choices } = field
  return html`<div class="desk-field">
      <label for="${name}">${label}</label>
      <p class="small quiet" id="${name}-hint">${hint}</p>
      ${error !== undefined && html`<p class="desk-error" id="${name}-error">${error}</p>`}
      ${choices ? choiceInput(field) : textInput(field)}
    </div>
    ${field.besides}`
}

const errorSummary = (fields: readonly DeskField[]): Html | false => {
  const wrong = fields.filter(({ error }) => error !== undefined)
  return (
    wrong.length > 0 &&
    html`<div class="form-error tone-bad desk-errors" role="alert">
      <h2>Check your answers</h2>
      <ul>
        ${wrong.map(({ name, error }) => html`<li><a href="#${name}">${error}</a></li>`)}
      </ul>
    </div>`
  )
}

/** Form of a desk, which works without scripts: its answers are in the address of the page. */
export const deskForm = (action: string, fields: readonly DeskField[], button: string): Html =>
  html`${errorSummary(fields)}
    <form class="card desk-form" method="get" action="${action}#estimate">
      ${fields.map(fieldInput)}
      <p class="desk-send"><button class="button button-primary" type="submit">${button}</button></p>
    </form>`
