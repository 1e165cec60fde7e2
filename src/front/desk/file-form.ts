import { type Html, html, trustedHtml } from '../html.ts'

/** A form that sends a file of a development and its place. */
export interface FileFormView {
  action: string
  /** Id of the section, and of the question for the file. */
  id: string
  heading: string
  about: Html
  place: string | undefined
  label: string
  /** Endings of the names of files that the browser proposes. */
  accept: string
  error: string | undefined
  button: string
}

/** Form of a desk with a file; it is open only if the file was refused. */
export const fileForm = (view: FileFormView): Html => {
  const { action, id, heading, about, place, label, accept, error, button } = view
  return html`<details class="desk-file" id="${id}" ${error !== undefined && trustedHtml('open')}>
    <summary>${heading}</summary>
    <p class="measure">${about}</p>
    <form class="card desk-form" method="post" enctype="multipart/form-data" action="${action}#${id}">
      <div class="desk-field">
        <label for="${id}-place">Where is the development?</label>
        <p class="small quiet" id="${id}-place-hint">
          A town, a planning authority, a catchment, or a grid reference such as ST 228 245
        </p>
        <input
          class="input"
          id="${id}-place"
          name="place"
          value="${place ?? ''}"
          maxlength="200"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="${id}-place-hint"
        />
      </div>
      <div class="desk-field">
        <label for="${id}-file">${label}</label>
        ${error !== undefined && html`<p class="desk-error" id="${id}-error" role="alert">${error}</p>`}
        <input
          class="input"
          id="${id}-file"
          name="file"
          type="file"
          accept="${accept}"
          ${error !== undefined && html`aria-describedby="${id}-error" ${trustedHtml('aria-invalid="true"')}`}
        />
      </div>
      <p class="desk-send"><button class="button button-primary" type="submit">${button}</button></p>
    </form>
  </details>`
}
