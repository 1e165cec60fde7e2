import { type Occasion, SATISFACTION_ANSWERS } from '#domain/satisfaction'
import { html } from '../html.ts'
import type { FrontPage } from '../layout.ts'

const QUESTIONS: Record<Occasion, string> = {
  registering: 'Overall, how satisfied are you with registering here?',
  reading: 'Overall, how satisfied are you with this service?',
}

/** The one question of the service; `isMissing` where it was sent without an answer. */
export const feedbackPage = (about: Occasion, isMissing = false): FrontPage => ({
  title: 'One question',
  description: 'Tell how satisfied you are with the market.',
  isPrivate: true,
  body: html`<h1>One question</h1>
    <p class="lead measure">Only the answer is counted, with its day: not who gives it, nor from where.</p>
    <form class="question" method="post" action="/feedback">
      <input type="hidden" name="about" value="${about}" />
      <fieldset>
        <legend>${QUESTIONS[about]}</legend>
        ${isMissing && html`<p class="question-error" id="missing">Choose one of the answers, then send it.</p>`}
        ${SATISFACTION_ANSWERS.map(
          ([number, label]) =>
            html`<label><input type="radio" name="answer" value="${number}" required /> ${label}</label>`,
        )}
      </fieldset>
      <button class="button" type="submit">Send</button>
    </form>`,
})

/** What is said once somebody has answered. */
export const thanksPage: FrontPage = {
  title: 'Thank you',
  description: 'Your answer has been counted.',
  isPrivate: true,
  body: html`<h1>Thank you</h1>
    <p class="lead measure">Your answer has been counted.</p>
    <p><a href="/prices#service">How well the service works</a> · <a href="/">Start</a></p>`,
}
