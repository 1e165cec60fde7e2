import type { Brand } from '#domain/people/brand'
import { html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { responsibleOrganisationText } from './who-answers.ts'

/** Accessibility statement, by the model of the Government Digital Service. */
export const accessibilityPage = (brand: Brand): PublicPage => ({
  title: 'Accessibility statement',
  description: `How accessible ${brand.name} is, known problems, and how to report one.`,
  body: html`<h1>Accessibility statement for ${brand.name}</h1>
    <p class="lead measure">
      This statement applies to all pages of this site, before and after you sign in.
      ${responsibleOrganisationText(brand)}
    </p>
    <div class="prose measure">
      <p>We want as many people as possible to be able to use this site. You should be able to:</p>
      <ul>
        <li>choose a light or dark theme, or use the setting of your device</li>
        <li>zoom in up to 400% without losing text</li>
        <li>do everything with a keyboard, and see where you are</li>
        <li>listen to pages with a screen reader, and hear what has changed</li>
        <li>read every chart as a table</li>
        <li>read these public pages and follow their links without JavaScript</li>
      </ul>
      <p>
        <a href="https://mcmw.abilitynet.org.uk/">AbilityNet</a> has advice on making your device easier to
        use if you have a disability.
      </p>
      <h2>How accessible this site is</h2>
      <p>Some parts of this site are not fully accessible, or have not been tested:</p>
      <ul>
        <li>we have no record of tests with people who rely on a screen reader, voice control or a switch</li>
        <li>
          documents from other organisations, such as agreements, metric spreadsheets and reports, may not
          work with a screen reader
        </li>
        <li>pages that you see after you sign in need JavaScript</li>
        <li>some wide tables scroll sideways on narrow screens</li>
        <li>links to what3words and to maps go to sites that we do not run</li>
      </ul>
      <h2>Tell us about a problem</h2>
      <p>
        If something does not work for you, or you need information in another format, such as large print,
        easy read, audio or braille, email <a href="mailto:${brand.contact}">${brand.contact}</a>. Tell us the
        page, what you wanted to do, and the format you need.
      </p>
      <h2>If you are not happy with our answer</h2>
      <p>
        The Equality and Human Rights Commission enforces the Public Sector Bodies (Websites and Mobile
        Applications) (No. 2) Accessibility Regulations 2018 and the Equality Act 2010. If you are not happy
        with how we respond to your complaint,
        <a href="https://www.equalityadvisoryservice.com/"
          >contact the Equality Advisory and Support Service</a
        >.
      </p>
      <h2>Compliance status</h2>
      <p>
        This site is partially compliant with the
        <a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines</a> version 2.2, level
        AA, because of what is listed above and below.
      </p>
      <h3>Non-accessible content</h3>
      <p>
        Documents from participants may not have headings, text alternatives or a reading order (success
        criteria 1.1.1, 1.3.1 and 2.4.2). Ask us if you need a document in another format.
      </p>
      <h3>Content that has not been tested</h3>
      <p>
        Some success criteria can only be judged by people, such as whether a label is clear (2.4.6, 3.3.2) or
        a message comes at the right moment (4.1.3). We have not tested these with people who use assistive
        technology.
      </p>
      <h2>How we test this site</h2>
      <p>
        Before every change is published, a program (axe-core) checks the contrast, names, headings, landmarks
        and target sizes of every kind of page and form. It checks them in the light and dark themes, 1,440
        and 390 pixels wide. We also test journeys with the keyboard alone. A market can only use its own
        colours if their contrast is at least 4.5 to 1. Such a program finds about half of all problems, so
        please tell us about any others.
      </p>
      <p>This statement was prepared on 23 November 2026. It is based on these tests.</p>
    </div>`,
})
