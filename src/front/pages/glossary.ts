import { type GlossaryTerm, GLOSSARY_TERMS } from '#domain/text/terms'
import { keysOf } from '#domain/values/narrow'
import { html } from '../html.ts'
import type { PublicPage } from '../layout.ts'

/** Fragment of a glossary term on its page. */
const anchorOf = (term: GlossaryTerm): string => term.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const WORDS = keysOf(GLOSSARY_TERMS).toSorted((a, b) => a.localeCompare(b, 'en-GB', { sensitivity: 'base' }))
const LETTERS = [...new Set(WORDS.map(word => word.charAt(0).toUpperCase()))]

/** Glossary of the market's terms. */
export const glossaryPage = (): PublicPage => ({
  title: 'Glossary',
  description: 'What the terms of the market mean.',
  body: html`<h1>Glossary</h1>
    <p class="lead measure">What the terms of the market mean.</p>
    <nav aria-label="Letters of the alphabet">
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
                  <dd>${GLOSSARY_TERMS[word]}</dd>
                </div>`,
            )}
          </dl>
        </section>`,
    )}`,
})
