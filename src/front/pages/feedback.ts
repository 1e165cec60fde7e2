import { type SatisfactionOccasion, SATISFACTION_ANSWERS } from '#domain/project/satisfaction'
import { html } from '../html.ts'
import type { PublicPage } from '../layout.ts'

const QUESTIONS: Record<SatisfactionOccasion, string> = {
  registering: 'Overall, how satisfied are you with registering here?',
  reading: 'Overall, how satisfied are you with this service?',
}

/** Question about the service; set `isMissing` if the form was sent without an answer. */
export const feedbackPage = (about: SatisfactionOccasion, isMissing = false): PublicPage => ({
  title: 'One question',
  description: 'Tell us how satisfied you are with the market.',
  isPrivate: true,
  body: html`<h1>One question</h1>
    <p class="lead measure">
      We count only your answer and its date. We do not store who you are or where you are.
    </p>
    <form class="question" method="post" action="/feedback">
      <input type="hidden" name="about" value="${about}" />
      <fieldset>
        <legend>${QUESTIONS[about]}</legend>
        ${isMissing && html`<p class="question-error" id="missing">Choose an answer before you send the form.</p>`}
        ${SATISFACTION_ANSWERS.map(
          ([number, label]) =>
            html`<label><input type="radio" name="answer" value="${number}" required /> ${label}</label>`,
        )}
      </fieldset>
      <button class="button button-primary" type="submit">Send</button>
    </form>`,
})

/** Page shown after an answer. */
export const thanksPage: PublicPage = {
  title: 'Thank you',
  description: 'Your answer has been counted.',
  isPrivate: true,
  body: html`<h1>Thank you</h1>
    <p class="lead measure">Your answer has been counted.</p>
    <p><a href="/prices#service">How well the service works</a> · <a href="/">Home</a></p>`,
}
