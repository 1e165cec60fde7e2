import type { PublishedAnswer } from '#contract/round/round-question'
import { showDay } from '@credit-market/values/dates'
import { type Html, html } from '../html.ts'

/** Questions that participants asked about a round, with the answers; false if there are none and no one can ask any more. */
export const roundAnswersSection = (answers: readonly PublishedAnswer[], canAsk: boolean): Html | false =>
  (answers.length > 0 || canAsk) &&
  html`<section class="part" id="questions">
    <h2>Questions and answers</h2>
    ${
      answers.length === 0
        ? html`<p class="measure">
            No question has been answered yet. Participants can ask the market operator after they
            <a href="/login">sign in</a>. Everyone can read the answers here, but not who asked or when.
          </p>`
        : html`<p class="measure">
              Participants asked the market operator. It does not publish who asked, or when.
            </p>
            <dl class="round-answers measure">
              ${answers.map(
                ({ question, answer, answeredOn, correctedOn }) =>
                  html`<dt>${question}</dt>
                    <dd>
                      <p>${answer}</p>
                      <p class="quiet">
                        Answered on
                        ${showDay(answeredOn)}${correctedOn && `, corrected on ${showDay(correctedOn)}`}
                      </p>
                    </dd>`,
              )}
            </dl>`
    }
  </section>`
