import { type Term, TERMS } from '#domain/terms'
import { keysOf } from '#domain/narrow'
import { html } from '../html.ts'
import type { FrontPage } from '../layout.ts'

/** Where a word of the glossary is on its page. */
const anchorOf = (term: Term): string => term.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const WORDS = keysOf(TERMS).toSorted((a, b) => a.localeCompare(b, 'en-GB', { sensitivity: 'base' }))
const LETTERS = [...new Set(WORDS.map(word => word.charAt(0).toUpperCase()))]

/** What the words of the market mean. */
export const glossaryPage = (): FrontPage => ({
  title: 'Glossary',
  description: 'What the words of the market mean, in one sentence each.',
  body: html`<h1>Glossary</h1>
    <p class="lead measure">What the words of the market mean, in one sentence each.</p>
    <nav aria-label="Letters">
      <ul class="letters">
        ${LETTERS.map(letter => html`<li><a href="#letter-${letter.toLowerCase()}">${letter}</a></li>`)}
      </ul>
    </nav>
    ${LETTERS.map(
      letter =>
        html`<section class="letter-of-words" aria-labelledby="letter-${letter.toLowerCase()}">
          <h2 id="letter-${letter.toLowerCase()}">${letter}</h2>
          <dl>
            ${WORDS.filter(word => word.charAt(0).toUpperCase() === letter).map(
              word =>
                html`<div id="${anchorOf(word)}">
                  <dt>${word}</dt>
                  <dd>${TERMS[word]}</dd>
                </div>`,
            )}
          </dl>
        </section>`,
    )}`,
})
