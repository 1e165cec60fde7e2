import { CASE_STATUSES } from '#domain/case/case-status'
import { CASE_TYPE_LABELS, CASE_TYPES } from '#domain/case/case'
import {
  CASE_READER_RULES,
  CASE_RULES,
  CASE_STATUS_RULES,
  CASE_TYPE_RULES,
  LATER_CASE_RULES,
  REMEDY_RULES,
  type CaseRule,
} from '#domain/case/case-rules'
import { NOUNS } from '#contract/nouns/nouns'
import { type Html, html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { htmlTable } from '../table.ts'

const rule = ({ id, title, sentences }: CaseRule): Html =>
  html`<section class="part rule" id="${id}">
    <h2>${title}</h2>
    ${sentences.map(sentence => html`<p class="measure">${sentence}</p>`)}
  </section>`

const linkTo = ({ id, title }: CaseRule): Html => html`<li><a href="#${id}">${title}</a></li>`

const types = (): Html =>
  html`<section class="part rule" id="types">
    <h2>Types of cases</h2>
    ${htmlTable(
      'Types of cases',
      [
        { title: 'Type', cell: type => CASE_TYPE_LABELS[type] },
        { title: 'What it means', cell: type => CASE_TYPE_RULES[type].means },
        { title: 'The units', cell: type => CASE_TYPE_RULES[type].units },
      ],
      CASE_TYPES,
      { isList: true },
    )}
  </section>`

const statuses = (): Html =>
  html`<section class="part rule" id="statuses">
    <h2>What happens in a case</h2>
    <dl class="facts rule-terms">
      ${CASE_STATUSES.map(
        status =>
          html`<dt>${NOUNS.case.statuses[status].label}</dt>
            <dd>${CASE_STATUS_RULES[status]}</dd>`,
      )}
    </dl>
  </section>`

const remedies = (): Html =>
  html`<section class="part rule" id="remedies">
    <h2>Remedies</h2>
    ${htmlTable(
      'Remedies, in the order in which they are considered',
      [
        { title: 'Remedy', cell: ({ title }) => title },
        { title: 'What it does', cell: ({ does }) => does },
        { title: 'When it is possible', cell: ({ possible }) => possible },
        { title: 'Who decides', cell: ({ decides }) => decides },
      ],
      REMEDY_RULES,
      { isList: true },
    )}
  </section>`

/** Rules of cases in words: which units fail, what replaces them, who decides and who gets a message. */
export const failuresPage = (): PublicPage => ({
  title: 'When a project fails',
  description:
    'What happens when a project delivers less than it was certified for: which units fail, what replaces them, who decides, and who gets a message.',
  body: html`<h1>When a project fails</h1>
    <p class="lead measure">
      Units are relied on for decades. When something goes wrong with them after a round, the market operator
      opens a case. Its page says what happened, which units it concerns, what can be done, and what has been
      done.
    </p>
    <nav class="contents" aria-label="On this page">
      <ul class="row">
        ${CASE_READER_RULES.map(linkTo)}
        <li><a href="#types">Types of cases</a></li>
        <li><a href="#statuses">What happens in a case</a></li>
        ${CASE_RULES.map(linkTo)}
        <li><a href="#remedies">Remedies</a></li>
        ${LATER_CASE_RULES.map(linkTo)}
      </ul>
    </nav>
    ${CASE_READER_RULES.map(rule)} ${types()} ${statuses()} ${CASE_RULES.map(rule)} ${remedies()}
    ${LATER_CASE_RULES.map(rule)}
    <p class="measure">
      <a href="/register/balance">How far the reserve goes</a> · <a href="/verify">Verify a certificate</a> ·
      <a href="/how-it-works">How a round is matched</a>
    </p>`,
})
