import { type Html, html } from './html.ts'

const column = (title: string, points: readonly string[]): Html =>
  html`<li class="start-door">
    <h3>${title}</h3>
    <ul>
      ${points.map(point => html`<li>${point}</li>`)}
    </ul>
  </li>`

/** Section on requirements, time and costs, for the pages on which people decide to sign up or to join a round. */
export const beforeYouStart = (): Html =>
  html`<section class="part before-you-start" aria-labelledby="before-you-start">
    <h2 id="before-you-start">Before you start</h2>
    <ul class="start-doors">
      ${column('What you need', [
        'To sign up: your name, email address and phone number, and the name of your organisation.',
        'To join a round: a contact, email address, phone number and mailing address for your organisation.',
        'To offer a project: where the land is, what you would do on it and from when, and your landholder information as a PDF, XLSX or ZIP file.',
        'To bid for a development: your planning reference, the date from which you need the credits, and your biodiversity metric or nutrient budget calculator file.',
      ])}
      ${column('How long it takes', [
        'To sign up, you fill in one form and confirm your email address with a code that we email you.',
        'Participants and agencies can use their account as soon as the email address is confirmed. The market operator has to admit planning authorities first.',
        'Your answers are saved as you type, so you can stop and come back later.',
        'Each round shows the dates between which you can join it and register projects and requirements.',
      ])}
      ${column('What it costs', [
        'If your offer or bid does not win, you pay and receive nothing in that round.',
        'If you buy, you never pay more than you bid.',
        'If you supply, you never receive less than you asked for. The costs of running and monitoring the project are added to your offer.',
        'The declarations and agreements of each round set out any fees. You see them before you agree to them.',
      ])}
    </ul>
  </section>`
