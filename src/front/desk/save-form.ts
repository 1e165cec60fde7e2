import { type Html, html } from '../html.ts'

/** Content of the form: the path that it is sent to, and what was typed. */
export interface SaveFormView {
  action: string
  /** Answers of the desk, which the form sends again. */
  answers: Readonly<Record<string, string | undefined>>
  email?: string | undefined
  error?: string | undefined
}

/** Form that saves an estimate with an email address, to hear about rounds that fit. */
export const saveEstimateForm = ({ action, answers, email, error }: SaveFormView): Html =>
  html`<section class="part" id="save" aria-labelledby="save-heading">
    <h2 id="save-heading">Get an email when a round fits</h2>
    <p class="measure">
      We email you when a round that fits this estimate is announced or opens. You need no account and no
      password. If you sign up with the same address, the estimate becomes a draft in the round that you join.
      Each email has a link to stop the emails and delete your address. We delete it after a year in any case.
      See <a href="/privacy">privacy</a>.
    </p>
    <form class="card desk-save" method="post" action="${action}#save">
      ${Object.entries(answers).map(
        ([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <div class="desk-field">
        <label for="email">Your email address</label>
        <p class="small quiet" id="email-hint">We will send you a link to confirm it</p>
        ${error !== undefined && html`<p class="desk-error" id="email-error">${error}</p>`}
        <input
          class="input"
          id="email"
          name="email"
          type="email"
          value="${email ?? ''}"
          maxlength="200"
          autocomplete="email"
          aria-describedby="email-hint${error !== undefined && ' email-error'}"
        />
      </div>
      <p class="desk-send">
        <button class="button button-primary" type="submit">Email me about rounds</button>
      </p>
    </form>
  </section>`
