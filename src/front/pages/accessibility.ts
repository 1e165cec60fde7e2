import type { Brand } from '#domain/brand'
import { html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { whoAnswers } from './who-answers.ts'

/** How far everybody can use the pages, by the model statement of the Government Digital Service. */
export const accessibilityPage = (brand: Brand): FrontPage => ({
  title: 'Accessibility statement',
  description: `How far everybody can use ${brand.name}, what is known not to work, and how to tell us.`,
  body: html`<h1>Accessibility statement for ${brand.name}</h1>
    <p class="lead measure">
      This statement is about all pages of this site, before and after signing in. ${whoAnswers(brand)}
    </p>
    <div class="prose">
      <p>We want as many people as possible to be able to use it. You should be able to:</p>
      <ul>
        <li>choose a light or a dark look, or leave the choice to your system</li>
        <li>enlarge pages up to 400% without losing text</li>
        <li>reach and do everything with a keyboard, and see where you are</li>
        <li>listen to pages with a screen reader, and hear what has changed</li>
        <li>read every chart as a table</li>
        <li>read these public pages, and follow their links, without JavaScript</li>
      </ul>
      <p>
        <a href="https://mcmw.abilitynet.org.uk/">AbilityNet</a> has advice on making your device easier to
        use if you have a disability.
      </p>
      <h2>How accessible this site is</h2>
      <p>We know that some parts are not fully accessible, or not yet known to be:</p>
      <ul>
        <li>
          no tests with people who rely on a screen reader, voice control or a switch have been recorded
        </li>
        <li>
          documents that others have filed, such as agreements, spreadsheets of the metric and reports, may
          not be readable by a screen reader
        </li>
        <li>pages after signing in need JavaScript</li>
        <li>wide tables scroll sideways on narrow screens where they do not turn into cards</li>
        <li>links to what3words and to maps lead to sites that we do not run</li>
      </ul>
      <h2>Tell us</h2>
      <p>
        If something does not work for you, or you need what is here in another form, such as large print,
        easy read, a recording or braille, write to <a href="mailto:${brand.contact}">${brand.contact}</a>.
        Say which page it is, what you wanted to do, and which form you need.
      </p>
      <h2>If you are not content with the answer</h2>
      <p>
        The Equality and Human Rights Commission enforces the Public Sector Bodies (Websites and Mobile
        Applications) (No. 2) Accessibility Regulations 2018 and the Equality Act 2010. If you are not content
        with how we answer your complaint,
        <a href="https://www.equalityadvisoryservice.com/"
          >turn to the Equality Advisory and Support Service</a
        >.
      </p>
      <h2>How far the standard is met</h2>
      <p>
        This site is partially compliant with the
        <a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines</a> version 2.2, level
        AA, because of what is listed above and below.
      </p>
      <h3>What does not meet it</h3>
      <p>
        Filed documents may lack headings, descriptions and an order of reading (criteria 1.1.1, 1.3.1 and
        2.4.2). They come from those who take part; ask us for another form of the one you need.
      </p>
      <h3>What is not known</h3>
      <p>
        How criteria fare that only people can judge, such as whether a name says enough (2.4.6, 3.3.2) or a
        message comes at a good moment (4.1.3), has not been tried with people who rely on it.
      </p>
      <h2>How it is tested</h2>
      <p>
        Before every change is published, a program (axe-core) looks at every kind of page and form in the
        light and the dark look, 1,440 and 390 pixels wide: contrast, names, headings, landmarks and targets.
        Journeys are gone through by keyboard alone. Colours that an installation chooses are refused unless
        their contrast is 4.5 to 1. Such a program finds about half of what is wrong; the rest is why we ask
        you to tell us.
      </p>
      <p>This statement was prepared on 23 November 2026, from these tests.</p>
    </div>`,
})
